import { record } from '#core/server/audit.ts'
import type { Core, PlatformScope } from '#core/server/core.ts'
import { asOwner, withOwnerScopes } from '#core/server/database/owner.ts'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { isSalted } from './digest.ts'
import {
  digestOfSeal,
  headProblem,
  headRow,
  FIRST_PREVIOUS,
  type Seal,
  sealColumns,
  SealKey,
  sealRow,
} from './seals.ts'

/** Entries to be sealed together. */
export type Sealed = Pick<Seal, 'month' | 'seqs' | 'entries' | 'entriesDigest' | 'salted'>

type Content = Sealed | Pick<Seal, 'prunedBefore' | 'begins'> | Pick<Seal, 'broken'>

const lockSeals = statement(`select pg_advisory_xact_lock(hashtextextended('audit seals', 0))`)

/** Lets one transaction at a time add to the chain, on whatever node, until it ends. */
export async function lockChain(scope: PlatformScope): Promise<void> {
  await scope.rows(lockSeals)
}

const existsNewChain =
  statement(`select from audit_seal_head where number = 0 and mac <> $1 and not exists (select from audit_seals)
          and case when exists (select from audit_logs)
              then mac = '' and not (select ${isSalted('a')} from audit_logs a order by seq limit 1)
              else not (select is_called from audit_logs_seq) end`)

const existsUnsignedHead = statement('select from audit_seal_head where number = 0 and mac <> $1')

const updateHeadMac = statement('update audit_seal_head set mac = $1')

/**
 * Signs the head of a chain that has not begun. It does so in a new trail alone, or in one that is from before there were
 * salts and never was sealed: in any other it would hide that the chain was removed.
 */
export async function beginChain(core: Core): Promise<void> {
  const mac = new SealKey(core.env.sessionKey).macOfHead(FIRST_PREVIOUS)
  const isNew = async ({ rows }: PlatformScope) =>
    // Nearly every start ends here: the second makes PostgreSQL open each month of the trail.
    (await rows(existsUnsignedHead, [mac])).length > 0 && (await rows(existsNewChain, [mac])).length > 0
  if (!(await core.db.platform(systemActor, isNew))) return
  await withOwnerScopes(core, (db) =>
    db.platform(systemActor, async (scope) => {
      await lockChain(scope)
      if (!(await isNew(scope))) return
      await asOwner(scope, () => scope.rows(updateHeadMac, [mac]))
    }),
  )
}

const selectNewestSeal = statement(sealRow, `select ${sealColumns} from audit_seals order by number desc limit 1`)

const selectHead = statement(headRow, 'select number, mac from audit_seal_head')

/**
 * Adds a seal to the end of the chain, and before it a note where the head is wrong. The caller must hold
 * the chain, in an owner's scope.
 */
export async function addSeal(scope: PlatformScope, content: Content): Promise<Seal> {
  const key = new SealKey(scope.core.env.sessionKey)
  const [newest] = await scope.rows(selectNewestSeal)
  const [head] = await scope.rows(selectHead)
  const broken = headProblem(head, newest, key)
  if (broken)
    await recordFinding(scope, 'critical', 'audit.broken', `The audit log does not end as it was sealed: ${broken}`)
  else if (newest && newest.keyId !== key.id) {
    await recordFinding(
      scope,
      'warning',
      'audit.key-changed',
      `Another SESSION_KEY has sealed up to seal ${newest.number}`,
    )
  }
  return asOwner(scope, async () => {
    const before = broken ? await storeSeal(scope, key, newest, { broken }) : newest
    return storeSeal(scope, key, before, content)
  })
}

async function recordFinding(
  scope: PlatformScope,
  severity: 'warning' | 'critical',
  action: string,
  description: string,
) {
  scope.core.log.warn(description)
  await record(scope, { action, category: 'security', severity, description, resource: 'audit_log', success: false })
}

const insertSeal =
  statement(`insert into audit_seals (number, sealed_at, month, seqs, entries, entries_digest, salted, pruned_before, begins,
                              broken, previous, digest, key_id, mac)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`)

const upsertHead = statement(`insert into audit_seal_head (number, mac) values ($1, $2)
     on conflict (id) do update set number = excluded.number, mac = excluded.mac`)

async function storeSeal(
  scope: PlatformScope,
  key: SealKey,
  before: Seal | undefined,
  content: Content,
): Promise<Seal> {
  const unsigned = {
    month: null,
    seqs: null,
    entries: null,
    entriesDigest: null,
    salted: null,
    prunedBefore: null,
    begins: null,
    broken: null,
    ...content,
    number: (before?.number ?? 0) + 1,
    sealedAt: scope.core.clock.now().toISOString(),
    previous: before?.digest ?? FIRST_PREVIOUS,
  }
  const digest = digestOfSeal(unsigned)
  const seal = { ...unsigned, digest, keyId: key.id, mac: key.macOf(digest) }
  await scope.rows(insertSeal, [
    seal.number,
    seal.sealedAt,
    seal.month,
    seal.seqs,
    seal.entries,
    seal.entriesDigest,
    seal.salted,
    seal.prunedBefore,
    seal.begins,
    seal.broken,
    seal.previous,
    seal.digest,
    seal.keyId,
    seal.mac,
  ])
  await scope.rows(upsertHead, [seal.number, key.macOfHead(digest)])
  return seal
}
