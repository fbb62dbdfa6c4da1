import { readFileSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

const pem = (name: string) =>
  readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), 'utf8')

/** Whom to trust for a server's certificate to be right. */
export const smtpAuthority = pem('localhost.crt')

/** A mail as it came over the wire. */
export type ReceivedMail = {
  readonly from: string
  readonly to: readonly string[]
  readonly source: string
  readonly encrypted: boolean
  readonly user: string | undefined
}

/**
 * What the server does with the next mails: takes them; refuses the recipient or the content for now
 * or for good; says nothing more after the content; cuts the line there.
 */
export type SmtpMood = 'take' | 'recipient 450' | 'recipient 550' | 'content 554' | 'slow' | 'cut'

export type TestSmtp = {
  readonly host: string
  readonly port: number
  mood: SmtpMood
  readonly received: readonly ReceivedMail[]
  /** Mails that were begun, taken or not. */
  readonly tries: number
  readonly openConnections: number
  /** Cuts what is open and refuses connections until `resume`, on the same port. */
  pause(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

type Options = {
  /** Encrypted from the first byte. */
  readonly secure?: boolean
  /** Offers STARTTLS. */
  readonly startTls?: boolean
  /** Wants this login. */
  readonly login?: { readonly user: string; readonly password: string }
}

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

/** A real SMTP server on a free port of the loopback, which behaves as told. */
export const startSmtp = async ({
  secure = false,
  startTls = false,
  login,
}: Options = {}): Promise<TestSmtp> => {
  const received: ReceivedMail[] = []
  const state = { mood: 'take' as SmtpMood, tries: 0 }
  const sockets = new Set<Socket>()

  const options: SMTPServerOptions = {
    secure,
    key: pem('localhost.key'),
    cert: smtpAuthority,
    disabledCommands: [...(startTls ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 1,
    onAuth: ({ username, password }, _, done) =>
      username === login?.user && password === login?.password
        ? done(null, { user: username })
        : done(new Error(`${username} with ${password} may not`)),
    onRcptTo: ({ address }, _, done) => {
      state.tries += 1
      if (state.mood === 'recipient 450') return done(refusal(450, `4.2.1 <${address}> is busy`))
      if (state.mood === 'recipient 550') return done(refusal(550, `5.1.1 <${address}> unknown`))
      done()
    },
    onData: (stream, session, done) => {
      const { mood } = state
      text(stream).then((source) => {
        if (mood === 'slow') return
        if (mood === 'cut') {
          for (const socket of sockets) socket.destroy()
          return
        }
        if (mood === 'content 554') return done(refusal(554, '5.7.1 this is spam'))
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source,
          encrypted: session.secure,
          user: session.user,
        })
        done()
      }, done)
    },
  }

  const listen = async (port: number) => {
    const server = new SMTPServer(options)
    server.on('error', () => undefined)
    server.server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return server
  }
  const end = (server: SMTPServer) => new Promise<void>((resolve) => server.close(() => resolve()))

  let server = await listen(0)
  const { port } = server.server.address() as AddressInfo
  return {
    host: '127.0.0.1',
    port,
    get mood() {
      return state.mood
    },
    set mood(mood) {
      state.mood = mood
    },
    received,
    get tries() {
      return state.tries
    },
    get openConnections() {
      return sockets.size
    },
    pause: () => end(server),
    resume: async () => {
      server = await listen(port)
    },
    stop: () => end(server),
  }
}
