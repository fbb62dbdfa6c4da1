/** Addresses of what the page loads. */
export type PageAssets = {
  readonly styles: string
  readonly library: string
  readonly start: string
  readonly icon: string
}

/** Everything is in files of their own: the page's policy allows nothing inline. */
export const page = (title: string, { styles, library, start, icon }: PageAssets): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeText(title)}</title>
<link rel="icon" type="image/png" href="${icon}">
<link rel="stylesheet" href="${styles}">
<script src="${library}" defer></script>
<script src="${start}" defer></script>
</head>
<body>
<noscript>This page needs JavaScript; the document itself is at /api/openapi.json.</noscript>
<main id="docs"></main>
</body>
</html>
`

const escapeText = (text: string): string =>
  text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * Runs in the browser. The session token stays in the page's memory, and what comes back from a
 * login there authorizes the page.
 */
export const startScript = `'use strict'

const logins = ['/api/session', '/api/setup']

const docs = SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  validatorUrl: null,
  responseInterceptor: (response) => {
    const token = response.ok && response.body ? response.body.id : undefined
    if (logins.includes(new URL(response.url, location.href).pathname) && typeof token === 'string')
      docs.preauthorizeApiKey('session', token)
    return response
  },
})
`
