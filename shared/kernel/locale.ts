import { z } from 'zod'

const usual = (text: string): string => {
  const [language = '', country] = text.split(/[-_]/)
  return country ? `${language.toLowerCase()}_${country.toUpperCase()}` : language.toLowerCase()
}

/** Two letters, optionally a country: `de`, `pt-BR`, `pt_BR` → `pt_BR`. */
export const locale = z
  .string('must be text')
  .regex(/^[a-zA-Z]{2}([-_][a-zA-Z]{2})?$/, 'must be a language, or a language and a country')
  .overwrite(usual)
