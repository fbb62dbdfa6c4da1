import type { TestService } from './service.ts'

type Visit = {
  readonly method?: string
  readonly cookie?: string | undefined
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

export type Visited = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Asks for a page as a browser would, but follows nothing and remembers nothing. */
export const visit = async (
  app: TestService,
  path: string,
  given: Visit = {},
): Promise<Visited> => {
  const { form, cookie, headers, method = form ? 'POST' : 'GET' } = given
  const answer = await fetch(`${app.url}${path}`, {
    method,
    redirect: 'manual',
    headers: { ...(cookie !== undefined && { Cookie: cookie }), ...headers },
    ...(form && { body: new URLSearchParams(form) }),
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

export const cookieOf = ({ headers }: Visited): string =>
  (headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''

/** Signs in to the pages; answers the cookie. */
export const signIn = async (
  app: TestService,
  username: string,
  password: string,
): Promise<string> => {
  const answer = await visit(app, '/audit/sign-in', { form: { username, password } })
  if (answer.status !== 303) throw new Error(`sign-in answered ${answer.status}`)
  return cookieOf(answer)
}
