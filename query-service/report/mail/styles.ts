import { colors, fontFamily } from '../../charts/themes.ts'

const { ground, ink, dim, line } = colors.light

/**
 * Mail readers take no style sheets: what everything looks like is said where it stands; of cells, by
 * their rows, since some readers cut long mails off.
 */
export const styles = {
  body: `margin:0;padding:0;background:#f2f4f7;color:${ink};font-family:${fontFamily};font-size:15px;line-height:1.45`,
  /** As wide as the reader, whatever is in it: without it one wide table would stretch the whole mail. */
  page: 'table-layout:fixed',
  sheet: `table-layout:fixed;width:100%;max-width:680px;text-align:start;background:${ground};border:1px solid ${line};border-radius:8px`,
  inside: 'padding:20px 24px;overflow-wrap:break-word',
  title: 'margin:0 0 4px;font-size:22px;line-height:1.25',
  heading: 'margin:28px 0 0;font-size:18px;line-height:1.3',
  question: 'margin:28px 0 8px;font-size:16px;line-height:1.3',
  dim: `margin:6px 0 0;color:${dim};font-size:13px`,
  value: 'margin:0;font-size:34px;font-weight:700;line-height:1.15',
  picture: 'display:block;width:100%;height:auto;border:0',
  scroll: 'overflow-x:auto',
  table: 'border-collapse:collapse;width:100%;font-size:13px',
  head: `color:${dim};border-bottom:2px solid ${line}`,
  row: `border-bottom:1px solid ${line}`,
  total: `border-bottom:1px solid ${line};background:${line};font-weight:700`,
} as const
