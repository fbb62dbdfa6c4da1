import { connect } from 'nats'
import { natsAddressOf } from '../../../infra/bus/nats-address.ts'

/** Somebody on the bus who repeats what is said, in the wrong order, and makes things up. */
export type Liar = {
  /** Messages of others heard so far. */
  heard(): number
  stop(): Promise<void>
}

/** Further than any log will ever be, and further back than any reader. */
const madeUp = ['{"position":"9000000000000000000"}', '{"position":"0"}', '{"position":', '[]']

export const startLiar = async (url: string): Promise<Liar> => {
  const connection = await connect({ ...natsAddressOf(url), noEcho: true })
  let heard = 0
  let before: (() => void) | undefined
  connection.subscribe('>', {
    callback: (_, { subject, data }) => {
      if (subject.startsWith('_INBOX')) return
      heard += 1
      // The one before comes once more, after this one; this one comes thrice.
      before?.()
      const again = () => connection.publish(subject, data)
      again()
      again()
      for (const text of madeUp) connection.publish(subject, text)
      before = again
    },
  })
  await connection.flush()
  return { heard: () => heard, stop: () => connection.close() }
}
