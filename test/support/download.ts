import type { TestService } from './service.ts'

export type Downloaded = {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
}

/** Posts a body as it stands and takes the answer byte by byte, whatever it is. */
export const download = async (
  app: TestService,
  token: string,
  path: string,
  body: string,
  type = 'application/json',
): Promise<Downloaded> => {
  const response = await fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': type, 'X-Service-Session': token },
    body,
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}
