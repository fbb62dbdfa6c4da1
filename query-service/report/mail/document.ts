import { type Html, html } from '../../pages/html.ts'
import { plainText } from './plain-text.ts'
import { type QuestionSection, questionHtml, questionText } from './question.ts'
import { styles } from './styles.ts'

export type MailSection =
  | { readonly kind: 'tab'; readonly name: string }
  | { readonly kind: 'text'; readonly content: Html }
  | ({ readonly kind: 'question' } & QuestionSection)

/** A whole mail. Nothing in it is loaded from anywhere: its pictures travel with it. */
export type MailDocument = {
  readonly title: string
  readonly description: string | null
  /** What filters are set to. */
  readonly filters: readonly string[]
  readonly sections: readonly MailSection[]
  /** What is not attached. */
  readonly notes: readonly string[]
  /** Why whoever reads it gets it. */
  readonly footer: string
}

const sectionHtml = (section: MailSection): Html => {
  if (section.kind === 'question') return questionHtml(section)
  if (section.kind === 'text') return html`<div dir="auto">${section.content}</div>`
  return html`<h2 style="${styles.heading}" dir="auto">${section.name}</h2>`
}

const sectionText = (section: MailSection): string => {
  if (section.kind === 'question') return questionText(section)
  return section.kind === 'text' ? plainText(section.content) : `== ${section.name} ==`
}

export const mailHtml = (mail: MailDocument): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${mail.title}</title>
</head>
<body style="${styles.body}">
<table role="presentation" width="100%" style="${styles.page}" cellpadding="0" cellspacing="0">
<tr><td align="center" style="padding:16px 8px">
<table role="presentation" style="${styles.sheet}" cellpadding="0" cellspacing="0">
<tr><td style="${styles.inside}">
<h1 style="${styles.title}" dir="auto">${mail.title}</h1>
${mail.description && html`<p style="${styles.dim}" dir="auto">${mail.description}</p>`}
${mail.filters.map((line) => html`<p style="${styles.dim}" dir="auto">${line}</p>`)}
${mail.sections.map(sectionHtml)}
${mail.notes.map((note) => html`<p style="${styles.dim}">${note}</p>`)}
</td></tr>
</table>
<p style="${styles.dim}">${mail.footer}</p>
</td></tr>
</table>
</body>
</html>
`.text

/** The same for readers of plain text. */
export const mailText = (mail: MailDocument): string =>
  `${[
    [mail.title, ...(mail.description ? [mail.description] : []), ...mail.filters].join('\n'),
    ...mail.sections.map(sectionText),
    ...(mail.notes.length > 0 ? [mail.notes.join('\n')] : []),
    `-- \n${mail.footer}`,
  ].join('\n\n')}\n`
