import { userInfo } from 'node:os'

/** Who runs this process, as the operating system says; containers may have users without a name. */
export const operator = (): string => {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
