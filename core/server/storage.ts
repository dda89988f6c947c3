/**
 * What a backup has to know of tables. One that is not named here is saved with all its rows, replaced by a restore, and,
 * where it belongs to organizations, copied with them.
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
    'second_factor_guesses',
    'uploads',
    // Made again when they are asked for.
    'thumbnails',
  ],
  installation: ['trellis_migrations', 'trellis_migrations_lock', 'platform_hold', 'unnamed_contents'],
  // A passkey and a mailed link open the one account that they were made for.
  documents: ['passkeys', 'invitations'],
}

/** The tables that core and all listed plugins name, those of plugins that are off too: their rows are still there. */
export function storedTables(listed: readonly { storage?: StoredTables }[]): Required<StoredTables> {
  const all = [coreTables, ...listed.map(({ storage = {} }) => storage)]
  const named = (kind: keyof StoredTables) => all.flatMap((tables) => tables[kind] ?? [])
  return {
    ephemeral: named('ephemeral'),
    installation: named('installation'),
    documents: named('documents'),
    trails: named('trails'),
    ledgers: named('ledgers'),
  }
}
