import * as action from '../../shared/contract/action.ts'
import * as actionSharing from '../../shared/contract/action-sharing.ts'
import * as admin from '../../shared/contract/admin.ts'
import * as apiKey from '../../shared/contract/api-key.ts'
import * as card from '../../shared/contract/card.ts'
import * as cardLists from '../../shared/contract/card-lists.ts'
import * as collection from '../../shared/contract/collection.ts'
import * as collectionGraph from '../../shared/contract/collection-graph.ts'
import * as dashboard from '../../shared/contract/dashboard.ts'
import * as dashboardRun from '../../shared/contract/dashboard-run.ts'
import * as dashboardSave from '../../shared/contract/dashboard-save.ts'
import * as dashboardValues from '../../shared/contract/dashboard-values.ts'
import * as database from '../../shared/contract/database.ts'
import * as dataset from '../../shared/contract/dataset.ts'
import { sendTestEmail } from '../../shared/contract/email.ts'
import * as embed from '../../shared/contract/embed.ts'
import type { AnyEndpoint } from '../../shared/contract/endpoint.ts'
import * as evidence from '../../shared/contract/evidence.ts'
import * as group from '../../shared/contract/group.ts'
import { logInWithIdentity } from '../../shared/contract/identity.ts'
import type { Page, PageForm } from '../../shared/contract/page.ts'
import { permissionsPage, signIn, signOut } from '../../shared/contract/pages.ts'
import * as values from '../../shared/contract/parameter-values.ts'
import {
  passwordIsSetPage,
  resetPasswordForm,
  resetPasswordPage,
} from '../../shared/contract/password-pages.ts'
import * as passwordReset from '../../shared/contract/password-reset.ts'
import * as permissionGraph from '../../shared/contract/permission-graph.ts'
import * as history from '../../shared/contract/permission-history.ts'
import * as pivot from '../../shared/contract/pivot.ts'
import * as shared from '../../shared/contract/public.ts'
import * as publicLink from '../../shared/contract/public-link.ts'
import * as queryAudit from '../../shared/contract/query-audit.ts'
import * as revision from '../../shared/contract/revision.ts'
import * as search from '../../shared/contract/search.ts'
import * as session from '../../shared/contract/session.ts'
import * as setting from '../../shared/contract/setting.ts'
import { sharedPages } from '../../shared/contract/shared-pages.ts'
import * as snippet from '../../shared/contract/snippet.ts'
import * as subscription from '../../shared/contract/subscription.ts'
import * as table from '../../shared/contract/table.ts'
import * as user from '../../shared/contract/user.ts'
import * as userSession from '../../shared/contract/user-session.ts'
import * as virtualTable from '../../shared/contract/virtual-table.ts'
import type { World } from './endpoint-examples/example.ts'
import type { Principal, PrincipalName } from './principals.ts'

/** `good`: what the endpoint's example promises whoever may call it. */
export type Expected = 'good' | 401 | 403

const [good, known, barred] = ['good', 401, 403] as const

/** Who gets what. A row of the table names one of these. */
export const rules = {
  anyone: { AN: good, U0: good, UD: good, UN: good, GM: good, AD: good },
  'signed in': { AN: known, U0: good, UD: good, UN: good, GM: good, AD: good },
  admin: { AN: known, U0: barred, UD: barred, UN: barred, GM: barred, AD: good },
  'may ask the table': { AN: known, U0: barred, UD: good, UN: good, GM: barred, AD: good },
  'may write SQL': { AN: known, U0: barred, UD: barred, UN: good, GM: barred, AD: good },
} as const satisfies Record<string, Readonly<Record<PrincipalName, Expected>>>

type Change = {
  /** Values of the path's parameters that are not the example's. */
  readonly params?: (who: Principal) => Readonly<Record<string, string | number>>
  readonly query?: string
  readonly body?: (world: World, who: Principal) => Promise<unknown> | unknown
  /** The call ends its session, so it gets one of its own. */
  readonly ownSession?: true
  /** Said beside the rule in the name of the test. */
  readonly when?: string
}

export type Row = readonly [AnyEndpoint, keyof typeof rules, Change?]

const self = { when: 'of oneself', params: ({ id }: Principal) => ({ id: id || 1 }) }
const another = { when: 'of somebody else' }
const anothersOwn = { when: 'personal, of somebody else' }

/** The example as it is, at the revision there is. */
const atRevision = (more: object) => async (world: World) => ({
  revision: (await world.admin.get('/api/permissions/graph')).body.revision,
  ...more,
})

/** Every endpoint; one whose answer depends on what it is called with has a row for each case. */
export const matrix: readonly Row[] = [
  [session.setUp, 'anyone'],
  [session.logIn, 'anyone'],
  [session.logOut, 'signed in', { ownSession: true }],
  [passwordReset.forgotPassword, 'anyone'],
  [passwordReset.checkResetToken, 'anyone'],
  [passwordReset.resetPassword, 'anyone'],
  [logInWithIdentity, 'anyone'],
  [sendTestEmail, 'admin'],
  [session.getProperties, 'signed in'],
  [session.checkPassword, 'signed in'],
  [setting.listSettings, 'admin'],
  [setting.getSetting, 'admin'],
  [setting.listSettingChanges, 'admin'],
  [setting.changeSetting, 'admin'],
  [setting.changeSettings, 'admin'],
  [setting.rotateEmbeddingKey, 'admin'],

  [user.listUsers, 'signed in', { query: 'limit=10' }],
  [user.listUsers, 'admin', { when: 'deactivated ones, too' }],
  [user.getCurrentUser, 'signed in'],
  [user.listRecipients, 'signed in'],
  [user.getUser, 'signed in', self],
  [user.getUser, 'admin', another],
  [user.createUser, 'admin'],
  [user.updateUser, 'signed in', self],
  [user.updateUser, 'admin', another],
  [
    user.changePassword,
    'signed in',
    { ...self, body: (_, { password }) => ({ password, new_password: password || 'none at all' }) },
  ],
  [user.changePassword, 'admin', another],
  [user.deactivateUser, 'admin'],
  [user.reactivateUser, 'admin'],
  [
    user.dismissModal,
    'signed in',
    { ...self, params: ({ id }) => ({ id: id || 1, modal: 'qbnewb' }) },
  ],
  [user.dismissModal, 'admin', another],

  [userSession.listSessions, 'signed in', self],
  [userSession.listSessions, 'admin', another],
  [userSession.endSessions, 'admin', another],
  [userSession.endSession, 'admin', another],

  [apiKey.listApiKeys, 'signed in', { query: 'limit=10' }],
  [apiKey.listApiKeys, 'admin', { when: 'of somebody else' }],
  [apiKey.getApiKey, 'admin', another],
  [apiKey.createApiKey, 'signed in'],
  [
    apiKey.createApiKey,
    'admin',
    { when: 'for somebody else', body: ({ personId }) => ({ name: 'Theirs', user_id: personId }) },
  ],
  [apiKey.renameApiKey, 'admin', another],
  [apiKey.regenerateApiKey, 'admin', another],
  [apiKey.revokeApiKey, 'admin', another],

  [group.listGroups, 'admin'],
  [group.createGroup, 'admin'],
  [group.getGroup, 'admin'],
  [group.renameGroup, 'admin'],
  [group.deleteGroup, 'admin'],
  [group.listMemberships, 'admin'],
  [group.addMembership, 'admin'],
  [group.updateMembership, 'admin'],
  [group.removeMembership, 'admin'],
  [group.clearGroup, 'admin'],

  [permissionGraph.getPermissionsGraph, 'admin'],
  [permissionGraph.getPermissionsGraphOfDatabase, 'admin'],
  [permissionGraph.getPermissionsGraphOfGroup, 'admin'],
  [permissionGraph.updatePermissionsGraph, 'admin', { body: atRevision({ groups: {} }) }],
  [history.listRevisions, 'admin'],
  [history.listCollectionRevisions, 'admin'],
  [history.diffGraph, 'admin'],
  [history.revertGraph, 'admin', { body: atRevision({ to_revision: 0 }) }],
  [history.explainAccess, 'admin'],
  [history.listWhoCan, 'admin'],
  [history.reportAccess, 'admin'],

  [collection.listCollections, 'signed in'],
  [collection.getCollectionTree, 'signed in'],
  [collection.getRootCollection, 'signed in'],
  [collection.getCollection, 'admin', anothersOwn],
  [collection.listCollectionItems, 'admin', anothersOwn],
  [collection.listRootItems, 'signed in'],
  [collection.createCollection, 'signed in'],
  [
    collection.createCollection,
    'admin',
    { ...anothersOwn, body: () => ({ name: 'Smuggled in', parent_id: 1 }) },
  ],
  [collection.updateCollection, 'signed in'],
  [collection.deleteCollection, 'signed in'],
  [collectionGraph.getCollectionGraph, 'admin'],
  [collectionGraph.updateCollectionGraph, 'admin'],

  [card.listCards, 'signed in'],
  [card.getCard, 'signed in'],
  [card.getCardHistory, 'signed in'],
  [card.getCardMetadata, 'signed in'],
  [card.createCard, 'may ask the table'],
  [card.updateCard, 'signed in'],
  [card.updateCard, 'admin', { when: 'embedded', body: () => ({ enable_embedding: true }) }],
  [card.deleteCard, 'signed in'],
  [card.copyCard, 'may ask the table'],
  [card.restoreCard, 'signed in'],
  [card.runCard, 'signed in'],
  [card.exportCard, 'signed in'],

  [dashboard.listDashboards, 'signed in'],
  [dashboard.listEmbeddableDashboards, 'admin'],
  [dashboard.getDashboard, 'signed in'],
  [dashboard.getDashboardHistory, 'signed in'],
  [dashboard.createDashboard, 'signed in'],
  [dashboard.updateDashboard, 'signed in'],
  [dashboard.addDashcard, 'signed in'],
  [dashboard.changeDashcards, 'signed in'],
  [dashboard.removeDashcard, 'signed in'],
  [dashboard.copyDashboard, 'signed in'],
  [dashboard.restoreDashboard, 'signed in'],
  [dashboard.deleteDashboard, 'signed in'],
  [dashboardRun.runDashcard, 'signed in'],
  [dashboardRun.runDashcardPivot, 'signed in'],
  [dashboardRun.exportDashcard, 'signed in'],
  [dashboardSave.saveDashboard, 'may ask the table'],
  [dashboardSave.saveDashboardIn, 'may ask the table'],
  [dashboardValues.listDashboardParameterValues, 'signed in'],
  [dashboardValues.searchDashboardParameterValues, 'signed in'],
  [dashboardValues.remapDashboardParameterValue, 'signed in'],
  [dashboardValues.listValidFilterFields, 'may ask the table'],
  [dashboardValues.getDashboardMetadata, 'signed in'],
  [dashboardValues.listRelatedToDashboard, 'signed in'],

  [action.listActions, 'signed in'],
  [action.getAction, 'signed in'],
  [action.getActionHistory, 'signed in'],
  [action.listActionRuns, 'admin', another],
  [action.createAction, 'may write SQL'],
  [action.updateAction, 'signed in'],
  [
    action.updateAction,
    'may write SQL',
    { when: 'what it does', body: () => ({ visualization_settings: { name: 'Go' } }) },
  ],
  [action.deleteAction, 'signed in'],
  [action.executeAction, 'signed in'],
  [action.previewAction, 'signed in'],
  [action.executeDashboardAction, 'signed in'],
  [action.previewDashboardAction, 'signed in'],
  [actionSharing.shareAction, 'admin'],
  [actionSharing.unshareAction, 'admin'],
  [actionSharing.listSharedActions, 'admin'],
  [actionSharing.getPublicAction, 'anyone'],
  [actionSharing.executePublicAction, 'anyone'],

  [publicLink.shareCard, 'admin'],
  [publicLink.unshareCard, 'admin'],
  [publicLink.listSharedCards, 'admin'],
  [publicLink.shareDashboard, 'admin'],
  [publicLink.unshareDashboard, 'admin'],
  [publicLink.listSharedDashboards, 'admin'],
  [shared.getPublicCard, 'anyone'],
  [shared.runPublicCard, 'anyone'],
  [shared.runPublicCardPivot, 'anyone'],
  [shared.exportPublicCard, 'anyone'],
  [shared.listPublicCardParameterValues, 'anyone'],
  [shared.searchPublicCardParameterValues, 'anyone'],
  [shared.remapPublicCardParameterValue, 'anyone'],
  [shared.getPublicDashboard, 'anyone'],
  [shared.runPublicDashcard, 'anyone'],
  [shared.runPublicDashcardPivot, 'anyone'],
  [shared.exportPublicDashcard, 'anyone'],
  [shared.sendPublicDashcardExport, 'anyone'],
  [shared.listPublicDashboardParameterValues, 'anyone'],
  [shared.searchPublicDashboardParameterValues, 'anyone'],
  [shared.remapPublicDashboardParameterValue, 'anyone'],
  [embed.getEmbeddedCard, 'anyone'],
  [embed.runEmbeddedCard, 'anyone'],
  [embed.runEmbeddedCardPivot, 'anyone'],
  [embed.exportEmbeddedCard, 'anyone'],
  [embed.listEmbeddedCardParameterValues, 'anyone'],
  [embed.searchEmbeddedCardParameterValues, 'anyone'],
  [embed.remapEmbeddedCardParameterValue, 'anyone'],
  [embed.getEmbeddedDashboard, 'anyone'],
  [embed.runEmbeddedDashcard, 'anyone'],
  [embed.runEmbeddedDashcardPivot, 'anyone'],
  [embed.exportEmbeddedDashcard, 'anyone'],
  [embed.listEmbeddedDashboardParameterValues, 'anyone'],
  [embed.searchEmbeddedDashboardParameterValues, 'anyone'],
  [embed.remapEmbeddedDashboardParameterValue, 'anyone'],
  [cardLists.listEmbeddableCards, 'admin'],
  [cardLists.listDashboardsOfCard, 'signed in'],
  [cardLists.listSeriesOfCard, 'signed in'],
  [cardLists.moveCards, 'signed in'],
  [pivot.runCardPivot, 'signed in'],

  [revision.listRevisionsOfThing, 'signed in'],
  [revision.listDashboardRevisions, 'signed in'],
  [revision.revertToRevision, 'signed in'],
  [revision.revertDashboard, 'signed in'],

  [snippet.listSnippets, 'may write SQL'],
  [snippet.getSnippet, 'may write SQL'],
  [snippet.createSnippet, 'may write SQL'],
  [snippet.updateSnippet, 'may write SQL'],

  [subscription.createSubscription, 'signed in'],
  [subscription.listSubscriptions, 'signed in'],
  [subscription.updateSubscription, 'admin', another],
  [subscription.deleteSubscription, 'admin', another],
  [subscription.sendSubscription, 'admin', another],
  [subscription.listSubscriptionRuns, 'admin', another],

  [search.search, 'signed in'],
  [search.listRecents, 'signed in'],

  [database.listDatabases, 'admin'],
  [database.getDatabase, 'admin'],
  [database.createDatabase, 'admin'],
  [database.updateDatabase, 'admin'],
  [database.deleteDatabase, 'admin'],
  [database.validateDatabase, 'admin'],
  [database.checkDatabaseHealth, 'admin'],
  [database.syncSchema, 'admin'],
  [database.rescanValues, 'admin'],
  [database.discardValues, 'admin'],
  [database.restoreSampleDatabase, 'admin'],
  [database.listSchemas, 'admin'],
  [database.listTablesOfSchema, 'admin'],
  [database.listTablesWithoutSchema, 'admin'],
  [database.getMetadata, 'admin'],
  [database.listFieldsOfDatabase, 'admin'],
  [database.listIdFields, 'admin'],
  [database.suggestCompletions, 'admin'],

  [table.listTables, 'signed in'],
  [table.getTable, 'may ask the table'],
  [table.getTableMetadata, 'may ask the table'],
  [table.listForeignKeys, 'may ask the table'],
  [table.getField, 'may ask the table'],
  [table.getFieldValues, 'may ask the table'],
  [table.getFieldSummary, 'may ask the table'],
  [virtualTable.getVirtualTable, 'signed in'],
  [virtualTable.getVirtualTableMetadata, 'signed in'],
  [virtualTable.listVirtualForeignKeys, 'signed in'],

  [dataset.runQuery, 'may ask the table'],
  [dataset.showNative, 'may write SQL'],
  [dataset.getQueryMetadata, 'may ask the table'],
  [dataset.exportQuery, 'may ask the table'],
  [pivot.runPivot, 'may ask the table'],

  [values.listParameterValues, 'may ask the table'],
  [values.searchParameterValues, 'may ask the table'],
  [values.remapParameterValue, 'may ask the table'],
  [values.listCardParameterValues, 'signed in'],
  [values.searchCardParameterValues, 'signed in'],
  [values.remapCardParameterValue, 'signed in'],
  [values.searchField, 'may ask the table'],
  [values.remapFieldValue, 'may ask the table'],

  [evidence.exportEvidence, 'admin'],
  [evidence.getEvidenceHead, 'admin'],
  [evidence.getEvidenceKey, 'admin'],
  [queryAudit.listExecutions, 'admin'],
  [admin.listProjections, 'admin'],
]

/** The same for pages, which know people by the cookie; what is good is 200. */
export const pageMatrix: ReadonlyMap<Page, keyof typeof rules> = new Map<Page, keyof typeof rules>([
  [permissionsPage, 'admin'],
  [resetPasswordPage, 'anyone'],
  [passwordIsSetPage, 'anyone'],
  ...sharedPages.map((page): [Page, 'anyone'] => [page, 'anyone']),
])

/** Anybody may send a form; it then goes to a page, which looks who it is. */
export const formMatrix: ReadonlyMap<PageForm, keyof typeof rules> = new Map([
  [signIn, 'anyone'],
  [signOut, 'anyone'],
  [resetPasswordForm, 'anyone'],
])
