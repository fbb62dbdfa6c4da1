import { describe, expect, test } from '@jest/globals'
import { exportFileName } from '../../../../query-service/engine/export/file-name.ts'

const at = new Date('2026-04-01T08:30:00.000Z')

describe('export file name', () => {
  test.each([
    [undefined, 'query_result_2026-04-01T08-30-00.000Z.csv'],
    ['Orders by Month', 'orders_by_month_2026-04-01T08-30-00.000Z.csv'],
    ['Größe / Länge', 'größe_länge_2026-04-01T08-30-00.000Z.csv'],
    ['../../etc/passwd', 'etc_passwd_2026-04-01T08-30-00.000Z.csv'],
    ['=cmd()', 'cmd_2026-04-01T08-30-00.000Z.csv'],
    ['///', 'query_result_2026-04-01T08-30-00.000Z.csv'],
  ])('%j → %s', (name, fileName) => {
    expect(exportFileName({ name, at, extension: 'csv' })).toBe(fileName)
  })
})
