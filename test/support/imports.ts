import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What one file imports: paths from the root of the project, or names of packages. */
export type FileImports = { readonly file: string; readonly imports: readonly string[] }

const root = fileURLToPath(new URL('../..', import.meta.url))

const importing = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([\w@./:-]+)\1/g

/** The modules a text names in `from '…'`, `import '…'` and `import('…')`. */
export const specifiersIn = (text: string): string[] =>
  [...text.matchAll(importing)].map(([, , specifier = '']) => specifier)

const resolved = (file: string, specifier: string): string =>
  specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : specifier

/** Every TypeScript file in these folders of the project. */
export const readTree = (folders: readonly string[]): FileImports[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .map((file) => ({
        file,
        imports: specifiersIn(readFileSync(join(root, file), 'utf8')).map((specifier) =>
          resolved(file, specifier),
        ),
      })),
  )
