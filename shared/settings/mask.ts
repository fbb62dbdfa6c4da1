const stars = '*'.repeat(10)

/** Below so many characters two of them would tell too much. */
const shortest = 8

/** A secret as it is shown: the last two characters tell one from another, `**********cd`. */
export const maskOf = (secret: string): string =>
  secret.length < shortest ? stars : stars + secret.slice(-2)

/** Whether somebody may mean a mask that they were shown. */
export const isMask = (text: string): boolean => /^\*{10}.{0,2}$/su.test(text)
