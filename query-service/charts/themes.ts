import type { Theme } from './picture.ts'

/**
 * Colours of series, in the order they are given out. Each stands out from white and from night
 * alike, at 3:1 and more, and from the others for those too who see fewer colours.
 */
export const palette = [
  '#246ccc',
  '#e46c00',
  '#6c9c6c',
  '#cc00a8',
  '#786c60',
  '#a878fc',
  '#d8240c',
  '#c078b4',
] as const

export const colorAt = (place: number): string => palette[place % palette.length] ?? palette[0]

export type Colors = {
  readonly ground: string
  readonly ink: string
  /** Of what is read second: axes, legends. */
  readonly dim: string
  readonly line: string
}

const light: Colors = { ground: '#ffffff', ink: '#1c2430', dim: '#566072', line: '#dde1e8' }

export const colors: Readonly<Record<Theme, Colors>> = {
  light,
  transparent: light,
  night: { ground: '#1a2029', ink: '#e6eaf0', dim: '#9ba6b6', line: '#2d3643' },
}

/** A family that reads the same in mails, files and pages. */
export const fontFamily = 'system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, sans-serif'
