import {
  passwordIsSetPage,
  resetPasswordForm,
  resetPasswordPage,
} from '../../shared/contract/password-pages.ts'
import { checkResetToken } from '../../shared/contract/password-reset.ts'
import { type PageRoute, shows } from './context.ts'
import { documentOf } from './frame.ts'
import { type Html, html } from './html.ts'

const narrow = (title: string, content: Html): string =>
  documentOf({
    title,
    main: html`
<section class="card narrow">
<h1>${title}</h1>
${content}
</section>`,
  })

export const newPasswordDocument = (token: string, problem?: string): string =>
  narrow(
    'Set a new password',
    html`
${problem !== undefined && html`<p class="problem" role="alert" id="problem">${problem}</p>`}
<form class="stack" method="post" action="${resetPasswordForm.path}">
<input type="hidden" name="token" value="${token}">
<label>New password
<input name="password" type="password" autocomplete="new-password" minlength="8" maxlength="256" required aria-describedby="rules${
      problem !== undefined && html` problem`
    }"></label>
<p id="rules">At least 8 characters, and none of the commonest passwords.</p>
<button>Set password</button>
</form>`,
  )

const expired = narrow(
  'This link is over',
  html`<p>It has been used, has expired, or there is a newer one. Ask for a new link.</p>`,
)

const done = narrow(
  'Your password is set',
  html`<p>Log in with it from now on. Wherever you were logged in before, you are not any more.</p>`,
)

/** What the link of a mail leads to; all of it works without script. */
export const passwordPageRoutes: readonly PageRoute[] = [
  shows(resetPasswordPage, async ({ params: { token } }, { ask }) => {
    const { valid } = await ask(checkResetToken, { params: {}, query: { token } })
    return valid
      ? { status: 200, html: newPasswordDocument(token) }
      : { status: 400, html: expired }
  }),

  shows(passwordIsSetPage, async () => ({ status: 200, html: done })),
]
