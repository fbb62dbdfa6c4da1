import { describe, expect, test } from '@jest/globals'
import { html } from '../../../query-service/pages/html.ts'
import type { QuestionAnswer } from '../../../query-service/report/answers.ts'
import { chatReport } from '../../../query-service/report/chat.ts'
import {
  type MailDocument,
  type MailSection,
  mailHtml,
  mailText,
} from '../../../query-service/report/mail/document.ts'
import { plainText } from '../../../query-service/report/mail/plain-text.ts'
import { markdown } from '../../../query-service/shared-things/texts/markdown.ts'
import {
  byCategory,
  category,
  column,
  count,
  picture,
  results,
} from '../../support/chart-results.ts'

const evil = `<script>alert("1")</script> <!channel> & 'x'`

const answered = (
  shown: ReturnType<typeof picture>,
  rows = shown.data.rows.length,
): QuestionAnswer => ({ kind: 'answered', picture: shown, svg: undefined, rows, mayPass: false })

const question = (answer: QuestionAnswer, name = 'Orders', cid?: string): MailSection => ({
  ...{ kind: 'question', name, answer, cid },
})

const mailOf = (...sections: MailSection[]): MailDocument => ({
  title: 'Sales',
  description: null,
  filters: [],
  sections,
  notes: [],
  footer: 'Somebody has it sent to you.',
})

const many = results(
  Array.from({ length: 14 }, (_, place) => column(`c${place}`)),
  Array.from({ length: 40 }, (_, row) => Array.from({ length: 14 }, () => `r${row}`)),
)

describe('a mail', () => {
  test('says what people wrote as text, wherever that stands', () => {
    const table = results([column(evil), count], [[evil, 3]])
    const mail = {
      ...mailOf(
        { kind: 'tab', name: evil },
        { kind: 'text', content: markdown(evil) },
        question(answered(picture('table', table)), evil),
        question({ kind: 'unanswered', problem: evil, mayPass: false }),
      ),
      ...{ title: evil, description: evil, filters: [evil], notes: [evil], footer: evil },
    }
    const shown = mailHtml(mail)
    expect(shown).not.toMatch(/<script|<!channel/)
    expect(shown.match(/&lt;script&gt;alert/g)).toHaveLength(12)
    expect(mailText(mail).match(/<script>alert\("1"\)<\/script>/g)).toHaveLength(12)
  })

  test('loads nothing: its pictures travel with it, and say what they show', () => {
    const bars = picture('bar', byCategory)
    const shown = mailHtml(mailOf(question(answered(bars), 'Orders', 'chart-1-2')))
    expect(shown).toContain(`<img src="cid:chart-1-2" alt="${bars.summary}"`)
    expect(shown).not.toMatch(/https?:|<link|<style|url\(/)
    expect(shown).not.toContain('<tr valign')
  })

  test('shows a chart that could not be drawn as its table', () => {
    const shown = mailHtml(mailOf(question(answered(picture('bar', byCategory)))))
    for (const text of ['Gadget', '4,939']) expect(shown).toContain(`>${text}</td>`)
    expect(shown).not.toContain('<img')
  })

  test('is no wider than whoever reads it: wide tables move within it', () => {
    const shown = mailHtml(mailOf(question(answered(picture('table', many)))))
    expect(shown).toMatch(/<div style="overflow-x:auto"><table style="border-collapse/)
    expect(shown.match(/<table role="presentation"[^>]*table-layout:fixed/g)).toHaveLength(2)
  })

  test('has the first of many rows and columns, and says so', () => {
    const mail = mailOf(question(answered(picture('table', many), 1_234)))
    const [shown, told] = [mailHtml(mail), mailText(mail)]
    expect(shown.match(/<tr valign/g)).toHaveLength(25)
    for (const note of ['The first 25 of 1,234 rows.', 'The first 12 of 14 columns.'])
      for (const it of [shown, told]) expect(it).toContain(note)
    expect(told).toContain(`\n${Array.from({ length: 12 }, () => 'r24').join(' | ')}\n`)
    expect(told).not.toContain('r25')
  })

  test('tells numbers, and that there is nothing', () => {
    const number = picture('scalar', results([count], [[1_234]]))
    const none = picture('table', results([category], []))
    const mail = mailOf(question(answered(number)), question(answered(none), 'None'))
    expect(mailHtml(mail)).toMatch(/font-size:34px[^>]*>1,234</)
    expect(mailHtml(mail)).toContain('>No results.<')
    expect(mailText(mail)).toBe(
      'Sales\n\nOrders\n1,234\n\nNone\nNo results.\n\n-- \nSomebody has it sent to you.\n',
    )
  })
})

test.each([
  [
    '**Note** on [docs](https://example.com/a) & more',
    'Note on docs (https://example.com/a) & more',
  ],
  ['# Head\n\ntext\nnext', 'Head\ntext\nnext'],
  ['- one\n- <b>two</b>', '- one\n- <b>two</b>'],
  ['https://example.com', 'https://example.com'],
])('a text without its marks: %j', (written, expected) => {
  expect(plainText(html`${markdown(written)}`)).toBe(expected)
})

describe('a message of a chat', () => {
  const long = (length: number) => '&'.repeat(length)

  test('says what people wrote as text, tables as they are and charts in a sentence', () => {
    const bars = picture('bar', byCategory)
    const table = answered(picture('table', results([category, count], [['`<!here>`', 3]])))
    const message = chatReport(mailOf(question(answered(bars)), question(table, evil)))
    expect(message.text).not.toMatch(/<[!a-z]/)
    expect(message.text).toContain(`*Orders*\n${bars.summary}`)
    expect(message.text).toContain("```\nCategory | Count\n'&lt;!here&gt;' | 3\n```")
  })

  test('is never more than chats take', () => {
    const sections = Array.from({ length: 70 }, () =>
      question({ kind: 'unanswered', problem: long(9_000), mayPass: false }, long(400)),
    )
    const { blocks } = chatReport({ ...mailOf(...sections), title: long(400), footer: long(9_000) })
    expect(blocks.length).toBeLessThanOrEqual(50)
    const texts = [...JSON.stringify(blocks).matchAll(/"mrkdwn","text":"((?:[^"\\]|\\.)*)"/g)]
    expect(texts).toHaveLength(49)
    for (const [, text = ''] of texts) {
      expect(text.length).toBeLessThan(3_000)
      // Cut between characters, not inside of one.
      expect(text.replaceAll('&amp;', '').includes('&')).toBe(false)
    }
    expect(JSON.stringify(blocks)).toContain('And 23 more on the dashboard.')
  })
})
