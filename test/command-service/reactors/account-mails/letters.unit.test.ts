import { expect, test } from '@jest/globals'
import {
  addressChangedLetter,
  invitationLetter,
  noPasswordLetter,
  resetLetter,
  welcomeLetter,
} from '../../../../command-service/reactors/account-mails/letters.ts'

const link = 'https://analytics.example.com/auth/reset_password/token'

test('letters that open an account tell the link, and how long it lasts', () => {
  const lasting = (seconds: number) => resetLetter('Sales', { link, seconds }).text
  expect(lasting(172_800)).toContain(`${link}\n\nThe link works once and for 48 hours.`)
  expect(lasting(5_400)).toContain('for 90 minutes.')
  expect(lasting(60)).toContain('for 1 minute.')
  expect(invitationLetter('Sales', { link, seconds: 7_200 })).toMatchObject({
    subject: 'You are invited to Sales',
    text: expect.stringContaining('for 2 hours.'),
  })
})

test('letters to who has no password lead to the site', () => {
  for (const letter of [noPasswordLetter, welcomeLetter])
    expect(letter('Sales', 'https://analytics.example.com/').text).toMatch(
      /identity provider[.:]\n\nhttps:\/\/analytics\.example\.com\/\n$/,
    )
  expect(addressChangedLetter('Sales').text).not.toContain('http')
})
