import { inputLimits } from '../../../shared/kernel/json-input.ts'
import { apiKeyScheme, sessionScheme } from './headers.ts'

/** What holds for every endpoint, in Markdown. */
export const introduction = `
Connects to databases, asks them questions, structured or in SQL, and keeps who may see what.

**Sessions.** \`POST /api/session\` answers an \`id\`; send it as \`${sessionScheme.name}\` with every
request that needs one. Cookies are never read.

**API keys** are for scripts: \`POST /api/api-key\` answers one, once; send it as
\`${apiKeyScheme.name}\` in place of a session. A key has its user's rights as far as its scope goes:
\`read\` changes nothing; \`write\` saves content and runs actions, and leaves to admins what is for
admins only; \`admin\` has all of an admin's.

**Bodies** are JSON in UTF-8: at most ${inputLimits.bodyBytes / 2 ** 20} MiB, nested at most
${inputLimits.depth} levels, with at most ${inputLimits.arrayLength} items in a list. Members nobody knows
are ignored.

**Errors** all have one body, the schema \`Error\`; \`code\` is a word to program against.

**Rate limits** apply per address and per user, in classes; every answer says in \`X-Rate-Limit-*\`
what is left.

**Reading what was written.** A write is answered once readers see it. A write answers
\`X-Event-Position\`; a read through another session that sends it as \`X-At-Least-Position\` sees that
write as well.

**Repeating a write** is safe with an \`Idempotency-Key\`.

**Request ids.** Every answer carries \`X-Request-Id\`; send one of 8 to 64 letters, digits, \`-\` or
\`_\` to give your own.
`.trim()
