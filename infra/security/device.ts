type Mark = readonly [pattern: RegExp, name: string]

/** In this order: most browsers also name those they are to be taken for. */
const browsers: readonly Mark[] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly Mark[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (marks: readonly Mark[], text: string): string | undefined =>
  marks.find(([pattern]) => pattern.test(text))?.[1]

/** What a program calls itself first: `curl/8.5.0`, `python-requests/2.32`. */
const program = /^([A-Za-z][\w.-]{0,39})(?:\/|\s|$)/

/**
 * What a user recognises a device by, out of what it says of itself: browser and system, or the name
 * of a program; versions tell people apart and nothing else, and are left out.
 */
export const deviceOf = (userAgent: string | undefined): string | undefined => {
  const text = userAgent?.slice(0, 512) ?? ''
  const browser = nameIn(browsers, text)
  const system = nameIn(systems, text)
  if (browser) return system ? `${browser} on ${system}` : browser
  return program.exec(text)?.[1]
}
