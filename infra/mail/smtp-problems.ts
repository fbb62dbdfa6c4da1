import type { NodemailerError } from 'nodemailer/lib/errors'
import { MailProblem } from '../../shared/ports/mailer.ts'

/** What may be told of a server's answer: its codes. The words after them may hold addresses. */
const codesOf = (response: string | undefined): string | undefined =>
  response?.match(/^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/)?.[0].replace('-', ' ')

type Telling = (error: NodemailerError) => string

const unreachable: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The mail server refuses connections: check host and port.',
  ENOTFOUND: 'The name of the mail server is unknown: check the host.',
  EHOSTUNREACH: 'The mail server cannot be reached: check host and network.',
  ENETUNREACH: 'The mail server cannot be reached: check host and network.',
  ECONNRESET: 'The mail server cut the connection.',
}

const unencrypted =
  'An encrypted connection to the mail server failed: check security, port and the certificate.'

/** What went wrong, in the words of the settings that may have to be changed. */
const tellings: Readonly<Record<string, Telling>> = {
  EDNS: () => 'The name of the mail server is unknown: check the host.',
  ECONNECTION: ({ originalCode = '' }) =>
    unreachable[originalCode] ?? 'The mail server closed the connection: check port and security.',
  ESOCKET: ({ originalCode = '', message }) =>
    unreachable[originalCode] ??
    (/certificate|tls|ssl|wrong version/i.test(`${originalCode} ${message}`)
      ? unencrypted
      : 'The connection to the mail server broke.'),
  ETLS: () => unencrypted,
  ETIMEDOUT: () => 'The mail server did not answer in time: check host, port and security.',
  EABORT: () => 'The mail server took too long to take the mail.',
  EAUTH: () => 'The mail server refused the login: check username and password.',
  ENOAUTH: () => 'The mail server wants a login: set username and password.',
  EPROTOCOL: () =>
    'What answers is not a mail server, or speaks otherwise: check port and security.',
  EENVELOPE: ({ command }) =>
    command === 'MAIL FROM'
      ? 'The mail server refused the sender: check the from address, and whether a login is wanted.'
      : 'The mail server refused the recipient.',
  EMESSAGE: () => 'The mail server refused the mail.',
}

/** The same mail will be refused again only where the server said so of the mail itself. */
const aboutTheMail = new Set(['EENVELOPE', 'EMESSAGE'])

/** A failure of nodemailer's, told without what it holds of addresses and secrets. */
export const mailProblem = (error: NodemailerError): MailProblem => {
  const { code = '', response, permanent, command } = error
  const tell = tellings[code] ?? (() => 'The mail could not be sent.')
  const codes = codesOf(response)
  const message = codes === undefined ? tell(error) : `${tell(error)} It answered ${codes}.`
  // A sender refused is a setting to put right, and then the mail goes.
  const isFinal = aboutTheMail.has(code) && command !== 'MAIL FROM' && permanent === true
  return new MailProblem(message, isFinal)
}
