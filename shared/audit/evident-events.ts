import type { DomainEvent } from '../events/index.ts'

/**
 * The events evidence consists of: all that bears on who may do what, and who came, went, and
 * changed what they come in with. They are numbered from the first one on, so a type may only be
 * added together with the release that first records it: the list stands by itself, whatever else
 * is folded elsewhere.
 */
const evident = [
  'AccessSettingChanged',
  'AdminGranted',
  'AdminRevoked',
  'ApiKeyCreated',
  'ApiKeyRegenerated',
  'ApiKeyRevoked',
  'CollectionArchived',
  'CollectionChanged',
  'CollectionCreated',
  'CollectionDeleted',
  'CollectionGraphRevised',
  'CollectionMoved',
  'CollectionRestored',
  'DatabaseActionsSwitched',
  'DatabaseConnected',
  'DatabaseDeleted',
  'DatabaseRenamed',
  'EmbeddingKeyRotated',
  'GroupCleared',
  'GroupCreated',
  'GroupDeleted',
  'GroupManagerSet',
  'GroupMemberAdded',
  'GroupMemberRemoved',
  'GroupRenamed',
  'PermissionsGraphRevised',
  'SealedSettingChanged',
  'UserDeactivated',
  'UserEmailChanged',
  'UserIdentityLinked',
  'UserLoggedIn',
  'UserLoggedOut',
  'UserLoginFailed',
  'UserPasswordChanged',
  'UserReactivated',
  'UserRegistered',
  'UserResetTokenIssued',
  'UserResetTokenUsed',
  'UserSessionsEnded',
] as const satisfies readonly DomainEvent['type'][]

export const evidentEventTypes: readonly string[] = evident
