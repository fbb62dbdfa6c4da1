import { readFileSync } from 'node:fs'

const matches = (pattern: string, path: string): boolean => {
  const asRegExp = pattern.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')
  return new RegExp(`^${asRegExp}(?:/.*)?$`).test(path)
}

/** Whether a file is sent to the builder: the last rule that fits it decides. */
export const sentToBuilder = (ignoreFile: string): ((path: string) => boolean) => {
  const rules = readFileSync(ignoreFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  return (path) =>
    rules.reduce((sent, rule) => {
      const isException = rule.startsWith('!')
      return matches(isException ? rule.slice(1) : rule, path) ? isException : sent
    }, true)
}
