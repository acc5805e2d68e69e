import Type, { type Static } from 'typebox'

/**
 * The actions of the audit log, as `object.what happened`. Names stay for ever: old entries
 * have them. A new action is a line here and a word in the dashboard's texts.
 */
export const auditActions = [
  'account.created',
  'account.deleted',
  'account.disabled',
  'account.email-changed',
  'account.email-proved',
  'account.enabled',
  'account.guessed',
  'account.oidc-linked',
  'account.oidc-unlinked',
  'account.passkey-added',
  'account.passkey-removed',
  'account.password-changed',
  'account.reset-link-made',
  'account.password-reset',
  'account.role-changed',
  'account.second-factor-off',
  'account.second-factor-on',
  'account.signed-in',
  'account.signed-out-by-owner',
  'account.signed-out-elsewhere',
  'alert-webhook.added',
  'alert-webhook.removed',
  'alert-webhook.secret-changed',
  'alerts.changed',
  'export.made',
  'goals.changed',
  'goal-rule.added',
  'goal-rule.changed',
  'goal-rule.removed',
  'import.removed',
  'import.started',
  'installation.changed',
  'invitation.accepted',
  'invitation.made',
  'invitation.revoked',
  'key.changed',
  'key.made',
  'key.revoked',
  'key.rolled',
  'member.changed',
  'member.left',
  'member.removed',
  'payment.counted',
  'payment.linked',
  'payment.uncounted',
  'payment.unlinked',
  'provider.added',
  'provider.changed',
  'provider.connected',
  'provider.disconnected',
  'provider.key-changed',
  'provider.removed',
  'provider.replayed',
  'provider.secret-changed',
  'reconciliation.brought-in',
  'reconciliation.explained',
  'reconciliation.left-out',
  'reconciliation.reopened',
  'share.made',
  'share.renewed',
  'share.revoked',
  'site.changed',
  'site.deleted',
  'site.made',
  'site.reset',
  'suggestion.dismissed',
  'suggestion.restored',
  'visitor.erased',
] as const

export type AuditAction = (typeof auditActions)[number]

const nullableText = Type.Union([Type.String(), Type.Null()])

/** The author: an account, a key, the command line, or `nobody` when unknown. */
const auditActor = Type.Object({
  kind: Type.Enum(['account', 'key', 'command-line', 'nobody']),
  id: nullableText,
  /** A person's e-mail address or a key's name at that time; empty without one. */
  name: Type.String(),
})

/** An entry of the audit log. */
export const appAuditEntry = Type.Object({
  id: Type.String(),
  at: Type.String({ description: 'ISO 8601' }),
  action: Type.String(),
  siteId: nullableText,
  actor: auditActor,
  /** What it was done to, by its id and by the name that it had then. */
  object: Type.Object({ id: nullableText, name: Type.String() }),
  /** What was changed: for each setting its value before and after. Never a secret. */
  changes: Type.Record(Type.String(), Type.Tuple([Type.Unknown(), Type.Unknown()])),
})

export type AppAuditEntry = Static<typeof appAuditEntry>

export const appAuditQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  /** As the answer before this one gave it. */
  cursor: Type.Optional(Type.String({ maxLength: 60 })),
  action: Type.Optional(Type.Enum([...auditActions])),
})
