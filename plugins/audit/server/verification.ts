import { z } from 'zod'
import type { Core, PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { isChanged, isErased, isSalted } from './digest.ts'
import { type Eraser, listErasers } from './erasers.ts'
import { type Finding, findingsIn, looseEntries, MAX_FINDINGS, youngEntries } from './findings.ts'
import {
  digestOfSeal,
  type Head,
  headProblem,
  FIRST_PREVIOUS,
  type Seal,
  sealColumns,
  SealKey,
  sealRow,
} from './seals.ts'
import { PRUNING_LOCK } from './seal-acts.ts'

/** Seals in a row that were made with one key other than today's. */
export interface OtherKey {
  keyId: string
  first: number
  last: number
}

export interface Verification {
  intact: boolean
  /** Sealed entries that were looked at. */
  entries: number
  seals: number
  /** Time of the first seal that is left. */
  sealedSince: string | null
  /** Entries that are younger than the last seal. */
  unsealed: number
  /** Entries of which texts were erased at a person's request. */
  erased: number
  /** People who erased them, by the acts that the log holds. */
  erasedBy: Eraser[]
  /** Entries of months that end by then were pruned. */
  prunedBefore: string | null
  otherKeys: OtherKey[]
  /** The last seal, to be kept elsewhere and asked for later: `<number>:<digest>`. */
  head: string | null
  /** At most MOST_FINDINGS. */
  findings: Finding[]
}

export interface VerifyOptions {
  /** A head that was noted earlier: the chain must still contain it. */
  head?: { number: number; digest: string } | undefined
  onProgress?: (entries: number, total: number) => void
}

/** Seals, and about as many entries, that are compared with one statement. */
const SEALS_AT_ONCE = 500
const ENTRIES_AT_ONCE = 20_000

const lockPruning = statement(`select pg_advisory_xact_lock_shared(${PRUNING_LOCK})`)

/** Goes through the whole trail, without writing anything. `seals.ts` describes what it can and cannot detect. */
export async function verifyTrail(core: Core, options: VerifyOptions = {}): Promise<Verification> {
  return core.db.platform(systemActor, async (scope) => {
    await scope.rows(lockPruning)
    return new Walk(scope, options).verify()
  })
}

const outline = z.object({
  /** Null where there is no head. */
  number: z.number().nullable(),
  mac: z.instanceof(Buffer).nullable(),
  newest: z.number(),
  begins: z.number(),
  prunedBefore: z.string().nullable(),
  /** The number of the note of that. */
  prunedAt: z.number().nullable(),
  total: z.number(),
})
type Outline = z.infer<typeof outline>

const checked = z.object({
  number: z.number(),
  fits: z.boolean(),
  erased: z.number(),
})

const selectOutline = statement(
  outline,
  `select h.number, h.mac, coalesce((select max(number) from audit_seals), 0) as newest,
              coalesce(p.begins, 1) as begins, p.pruned_before as "prunedBefore", p.number as "prunedAt",
              (select coalesce(sum(entries), 0) from audit_seals) as total
         from (select 1) one left join audit_seal_head h on true
         left join lateral (select number, begins, pruned_before from audit_seals where begins is not null
                             order by number desc limit 1) p on true`,
)

const selectComparedSeals = statement(
  checked,
  `select s.number, f.count = s.entries and f.wrong = 0 and f.seqs = s.seqs and f.digest = s.entries_digest as fits, f.erased
         from audit_seals s cross join lateral (
           select count(*) as count, count(*) filter (where ${isErased('a')}) as erased,
                  count(*) filter (where ${isSalted('a')} is distinct from (s.salted is true) or ${isChanged('a')}) as wrong,
                  coalesce(range_agg(int8range(a.seq, a.seq, '[]')), '{}') as seqs,
                  sha256(coalesce(string_agg(a.digest, ''::bytea order by a.seq), '')) as digest
             from audit_logs a
            where a.seq >= lower(s.seqs) and a.seq < upper(s.seqs) and a.seq <@ s.seqs
              and a.created_at >= s.month::timestamp at time zone 'UTC'
              and a.created_at < (s.month + interval '1 month') at time zone 'UTC') f
        where s.number = any ($1::bigint[]) order by s.number`,
)

const selectSealsAfter = statement(
  sealRow,
  `select ${sealColumns} from audit_seals where number > $1 and number <= $2 order by number limit ${SEALS_AT_ONCE}`,
)

class Walk {
  readonly #scope: PlatformScope
  readonly #options: VerifyOptions
  readonly #key: SealKey
  readonly #otherKeys: OtherKey[] = []
  readonly #findings: Finding[] = []
  #entries = 0
  #seals = 0
  #sealedSince: string | null = null
  #erased = 0
  #ownSeen = false
  /** The first sequence number that no seal covers. */
  #next = 0
  #expected = 1
  #previous: Buffer | undefined = FIRST_PREVIOUS

  constructor(scope: PlatformScope, options: VerifyOptions) {
    this.#scope = scope
    this.#options = options
    this.#key = new SealKey(scope.core.env.sessionKey)
  }

  async verify(): Promise<Verification> {
    const outline = await this.#outline()
    this.#expected = outline.begins
    if (outline.begins > 1) this.#previous = undefined
    let last: Seal | undefined
    for (let seals = await this.#page(0, outline.newest); seals.length > 0;) {
      for (const seal of seals) this.#follow(seal)
      await this.#compare(seals, outline)
      last = seals.at(-1)
      seals = await this.#page(last?.number ?? 0, outline.newest)
    }
    this.#checkHead(outline, last)
    this.#findings.push(...(await looseEntries(this.#scope, this.#next, outline)))
    const unsealed = await youngEntries(this.#scope, this.#next)
    this.#findings.push(...unsealed.findings)
    return {
      intact: this.#findings.length === 0,
      entries: this.#entries,
      seals: this.#seals,
      sealedSince: this.#sealedSince,
      unsealed: unsealed.count,
      erased: this.#erased + unsealed.erased,
      erasedBy: await listErasers(this.#scope),
      prunedBefore: outline.prunedBefore,
      otherKeys: this.#otherKeys,
      head: last ? `${last.number}:${last.digest.toString('hex')}` : null,
      findings: this.#findings.slice(0, MAX_FINDINGS),
    }
  }

  /** Reads all of it with one statement, so that it is of one moment. */
  async #outline(): Promise<Outline> {
    const [outline] = await this.#scope.rows(selectOutline)
    return outline as Outline
  }

  async #page(after: number, newest: number): Promise<Seal[]> {
    const seals = await this.#scope.rows(selectSealsAfter, [after, newest])
    let entries = 0
    const enough = seals.findIndex((seal) => (entries += seal.entries ?? 0) >= ENTRIES_AT_ONCE)
    return enough < 0 ? seals : seals.slice(0, enough + 1)
  }

  /** The seal by itself, and whether it follows the one before it. */
  #follow(seal: Seal): void {
    const { number, sealedAt: at } = seal
    const found = (problem: string) => this.#findings.push({ problem, seal: number, at })
    if (number < this.#expected) {
      found(`Seal ${number} is older than the beginning of the trail, which is seal ${this.#expected}.`)
    } else if (number > this.#expected) {
      const [first, last] = [this.#expected, number - 1]
      found(first === last ? `Seal ${first} was removed.` : `Seals ${first} to ${last} were removed.`)
    } else if (this.#previous && !this.#previous.equals(seal.previous)) {
      found(`Seal ${number} does not follow seal ${number - 1}: one of the two was replaced.`)
    }
    if (!digestOfSeal(seal).equals(seal.digest)) found(`Seal ${number} was changed.`)
    else this.#checkKey(seal, found)
    if (seal.broken) found(`When seal ${number} was made, the end of the trail was not as it was left: ${seal.broken}`)
    const { head } = this.#options
    if (head?.number === number && !seal.digest.toString('hex').startsWith(head.digest)) {
      found(`Seal ${number} is not the one whose digest was noted.`)
    }
    this.#seals++
    this.#sealedSince ??= at
    this.#expected = number + 1
    this.#previous = seal.digest
  }

  #checkKey({ number, keyId, digest, mac }: Seal, found: (problem: string) => void): void {
    const isOurs = this.#key.macOf(digest).equals(mac)
    if (keyId === this.#key.id) {
      this.#ownSeen = true
      if (!isOurs) found(`Seal ${number} was not made by this platform: its MAC is wrong.`)
      return
    }
    if (isOurs) found(`Seal ${number} was made with the key of this platform, but says that it was another one.`)
    else if (this.#ownSeen) found(`Seal ${number} was made with another key, after some that this platform had made.`)
    const last = this.#otherKeys.at(-1)
    if (last?.keyId === keyId && last.last === number - 1) last.last = number
    else this.#otherKeys.push({ keyId, first: number, last: number })
  }

  /** True where the entries are still those that were sealed. */
  async #compare(seals: readonly Seal[], { prunedBefore, prunedAt, total }: Outline): Promise<void> {
    const gone = ({ number, month }: Seal) =>
      prunedBefore !== null && number < (prunedAt ?? 0) && (month ?? '') < prunedBefore.slice(0, 10)
    const kept = seals.filter((seal) => seal.seqs !== null && !gone(seal))
    const checked = await this.#scope.rows(selectComparedSeals, [kept.map(({ number }) => number)])
    for (const { erased } of checked) this.#erased += erased
    const fits = new Set(checked.filter((one) => one.fits).map(({ number }) => number))
    for (const seal of kept) {
      if (!fits.has(seal.number) && this.#findings.length < MAX_FINDINGS) {
        this.#findings.push(...(await findingsIn(this.#scope, seal)))
      }
      this.#entries += seal.entries ?? 0
    }
    for (const { seqs } of seals) this.#next = Math.max(this.#next, endOf(seqs))
    this.#options.onProgress?.(this.#entries, total)
  }

  #checkHead({ number, mac, newest }: Outline, last: Seal | undefined): void {
    const found = (problem: string) => this.#findings.push({ problem, seal: newest || undefined, at: last?.sealedAt })
    const { head } = this.#options
    if (head && head.number > newest) found(`Seal ${head.number}, whose digest was noted, is not there.`)
    const present: Head | undefined = number === null ? undefined : { number, mac: mac ?? Buffer.alloc(0) }
    const problem = headProblem(present, last, this.#key)
    if (problem) found(problem)
  }
}

/** The first number after a multirange such as `{[1,5),[7,9)}`. */
const endOf = (seqs: string | null) => Number(/(?<!\d)(\d+)\)\}$/.exec(seqs ?? '')?.[1] ?? 0)
