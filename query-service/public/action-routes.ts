import { shownForm, shownParameters } from '../../shared/actions/given-values.ts'
import { getPublicAction } from '../../shared/contract/action-sharing.ts'
import { describedAction } from '../action-parameters.ts'
import { on, type QueryRoute } from '../context.ts'
import { linkedAction } from '../shared-things/linked.ts'
import { plainly } from '../shared-things/plainly.ts'
import { publicSettings } from '../shared-things/public-settings.ts'
import type { PublicDependencies } from './dependencies.ts'

/** Actions for whoever has a link to them: what their form needs. */
export const publicActionRoutes = ({
  now,
  settings,
}: PublicDependencies): readonly QueryRoute[] => [
  on(getPublicAction, ({ params: { uuid } }, { views }) =>
    plainly(async () => {
      const linked = await linkedAction(views, { uuid, now: now(), settings })
      const action = await describedAction(views, linked)
      const { id, name, description, parameters, visualization_settings: form } = action
      return {
        id,
        name,
        description,
        parameters: shownParameters(parameters, form),
        visualization_settings: { ...publicSettings(shownForm(parameters, form)) },
      }
    }),
  ),
]
