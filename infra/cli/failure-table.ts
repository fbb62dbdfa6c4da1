import type { ProjectionFailure } from '../../shared/ports/projection-store.ts'
import { textTable } from './text-table.ts'

/** Streams that projections could not follow, and how to try them again. */
export const failureTable = (failures: readonly ProjectionFailure[]): readonly string[] =>
  failures.length === 0
    ? []
    : [
        '',
        `${failures.length} stream(s) left behind:`,
        '',
        ...textTable(
          [
            { title: 'projection' },
            { title: 'stream' },
            { title: 'position', align: 'right' },
            { title: 'error' },
          ],
          failures.map(({ projection, stream, position, error }) => [
            projection,
            stream,
            String(position),
            error.replaceAll(/\s+/g, ' '),
          ]),
        ),
        '',
        'Once the cause is mended, `projections rebuild` of that projection reads them again, in the',
        'order of the log; the new build differs from the one in use, so promote it with --force.',
      ]
