import { signOut } from '../../shared/contract/pages.ts'
import { pageScript, pageStyles } from './assets.ts'
import { type Html, html, named, type Piece } from './html.ts'

type Frame = {
  readonly title: string
  /** Whoever is signed in; nobody on pages that ask for it. */
  readonly person?: string | undefined
  readonly main: Html
}

const account = (person: string): Html => html`
<form class="account" method="post" action="${signOut.path}">
<span>${named(person)}</span>
<button class="quiet">Sign out</button>
</form>`

/** A whole document; styles and script are files, since the policy allows nothing inline. */
export const documentOf = ({ title, person, main }: Frame): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Analytics Service</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${pageStyles.path}">
<script src="${pageScript.path}" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="bar">
<span class="brand">Analytics Service</span>
${person !== undefined && account(person)}
</header>
<main id="main" tabindex="-1">${main}</main>
</body>
</html>
`.text

/** Where a caption should be read but not seen. */
export const unseen = (piece: Piece): Html => html`<span class="unseen">${piece}</span>`
