import type { PageFallbacks } from '../../shared/contract/page.ts'
import { signIn, signOut } from '../../shared/contract/pages.ts'
import { documentOf } from './frame.ts'
import { html } from './html.ts'
import { newPasswordDocument } from './password.ts'

/** The sign-in form, and the page for when there is nothing to see. */
export const pageFallbacks: PageFallbacks = {
  signIn: (next, problem, username = '') =>
    documentOf({
      title: 'Sign in',
      main: html`
<section class="card narrow">
<h1>Sign in</h1>
<p>These pages are for admins.</p>
${problem !== undefined && html`<p class="problem" role="alert" id="problem">${problem}</p>`}
<form class="stack" method="post" action="${signIn.path}">
<input type="hidden" name="next" value="${next}">
<label>E-mail address
<input name="username" type="email" autocomplete="username" required value="${username}"${
        problem !== undefined && html` aria-describedby="problem"`
      }></label>
<label>Password
<input name="password" type="password" autocomplete="current-password" required></label>
<button>Sign in</button>
</form>
</section>`,
    }),

  newPassword: newPasswordDocument,

  problem: (title, message, { to, signOut: leave } = {}) =>
    documentOf({
      title,
      main: html`
<section class="card narrow">
<h1>${title}</h1>
<p>${message}</p>
${to && html`<p><a href="${to.path}">${to.title}</a></p>`}
${
  leave !== undefined &&
  html`<form method="post" action="${signOut.path}"><button class="quiet">${leave}</button></form>`
}
</section>`,
    }),

  partProblem: (message) => html`<p class="problem">${message}</p>`.text,
}
