/**
 * Facts about tables that a backup has to know. A table that is not named here is saved with all its rows, replaced by
 * a restore, and, where it belongs to organizations, copied with them.
 */
export interface StoredTables {
  /** Rows that are worth nothing later or elsewhere: left out of archives, and gone after a restore. */
  ephemeral?: readonly string[]
  /** Tell of this installation and not of its data: left out of archives, and left alone by a restore. */
  installation?: readonly string[]
  /** Belong to the organization they were made for: restored with it, but not copied to a new one. */
  documents?: readonly string[]
  /** Only ever grow. A restore of one organization leaves them alone. */
  trails?: readonly string[]
  /**
   * Only ever grow too, and belong to organizations: a restore of one adds the rows that are missing and takes none away.
   */
  ledgers?: readonly string[]
  /**
   * Columns that are never exported, not even to the organization that owns the rows: data that signs a user in, opens
   * something, or seals.
   */
  secrets?: Readonly<Record<string, readonly string[]>>
  /** Values that an organization gets in place of a column of its own rows: SQL, run with the organization's rights. */
  concealed?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const coreTables: StoredTables = {
  ephemeral: [
    'auth_sessions',
    'sign_in_failures',
    'sign_in_pressure',
    'refused_sign_ins',
    'known_networks',
    'password_resets',
    'email_verifications',
    'auth_challenges',
    'auth_hand_overs',
    'auth_switches',
    // One that was revoked must not come back with a restore.
    'api_tokens',
    'second_factor_guesses',
    // Made again at the next sign-in; one that was unlinked must not come back.
    'sso_identities',
    'uploads',
    'push_subscriptions',
    'push_notifications',
    // Events from before a restore would be sent once more.
    'webhook_messages',
    'webhook_deliveries',
    // Made again when they are asked for.
    'thumbnails',
  ],
  installation: [
    'trellis_migrations',
    'trellis_migrations_lock',
    'platform_hold',
    'unnamed_contents',
    'erasures',
    'nodes',
    'mail_pace',
    'push_keys',
  ],
  // A passkey and an emailed link open only the account that they were made for, and a provider its organization's. A
  // webhook of an organization gets no events of its copy.
  documents: ['passkeys', 'invitations', 'sso_providers', 'webhook_endpoints'],
  secrets: {
    users: ['password_hash'],
    auth_sessions: ['token_hash'],
    auth_hand_overs: ['token_hash'],
    auth_switches: ['token_hash'],
    api_tokens: ['token_hash'],
    sso_providers: ['client_secret'],
    sso_identities: ['subject'],
    authenticator_apps: ['secret'],
    recovery_codes: ['code_hash'],
    passkeys: ['credential_id', 'public_key', 'user_handle'],
    invitations: ['token_hash', 'earlier_hashes'],
    mail_messages: ['secret'],
    push_keys: ['private_key'],
    push_subscriptions: ['endpoint', 'p256dh', 'auth'],
    email_senders: ['token_hash'],
    webhook_endpoints: ['secret', 'previous_secret'],
  },
}

/** The tables that core and all listed plugins name, those of plugins that are off too: their rows are still there. */
export function storedTables(listed: readonly { storage?: StoredTables }[]): Required<StoredTables> {
  const all = [coreTables, ...listed.map(({ storage = {} }) => storage)]
  const named = (kind: 'ephemeral' | 'installation' | 'documents' | 'trails' | 'ledgers') =>
    all.flatMap((tables) => tables[kind] ?? [])
  return {
    ephemeral: named('ephemeral'),
    installation: named('installation'),
    documents: named('documents'),
    trails: named('trails'),
    ledgers: named('ledgers'),
    secrets: Object.assign({}, ...all.map(({ secrets }) => secrets)),
    concealed: Object.assign({}, ...all.map(({ concealed }) => concealed)),
  }
}
