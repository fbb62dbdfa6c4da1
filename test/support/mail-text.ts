import type { ReceivedMail } from './smtp.ts'

/** What a mail without attachments says, decoded. */
export const textOf = ({ source }: ReceivedMail): string => {
  const [head = '', ...body] = source.split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  if (/^content-transfer-encoding: base64/im.test(head))
    return Buffer.from(text, 'base64').toString('utf8')
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return text
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** The first address in it. */
export const linkIn = (mail: ReceivedMail): string => {
  const [link] = textOf(mail).match(/https?:\/\/\S+/) ?? []
  if (link === undefined) throw new Error(`no link in: ${textOf(mail)}`)
  return link
}
