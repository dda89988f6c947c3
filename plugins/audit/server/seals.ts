import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { z } from 'zod'

/**
 * The chain of seals, which makes tampering by hand show.
 *
 * An act writes its entry with a sequence number and a digest of its content, and waits for nothing else. Every minute
 * a job seals the entries that are new: a seal holds which numbers it covers, how many they are, a digest over their
 * digests and the digest of the seal before it. So an entry that was changed, removed, added or moved no longer fits
 * its seal, and a seal that was changed, removed or added no longer fits the next one; the head says which seal is the
 * last.
 *
 * All that can be computed anew by anyone who may write to the database. Therefore each seal and the head carry a MAC
 * with a key derived from SESSION_KEY, which is not in the database. The head is there from the beginning, signed
 * before the first entry is recorded, and each sealing looks at it first: what is wrong with it then becomes a note in
 * the chain, since the new head would hide it. After a move or a loss of the key there may be seals of another one,
 * before the first with ours and never after.
 *
 * Attacks that remain: to rewrite everything with that key, or with any other when no seal with ours is left; to put
 * back an older state of the whole database, or of entries, seals and head together; and to remove entries that are
 * younger than the last seal. A head that was noted elsewhere helps against the first two (it is in the log of the node
 * that seals, `audit verify --json` prints it, `--head` asks for it). A young entry that was changed is found by its
 * own digest.
 */
export const sealRow = z.object({
  number: z.number(),
  sealedAt: z.string(),
  /** In which the sealed entries were made (UTC), `2026-11-01`: seals do not span months, which are pruned whole. */
  month: z.string().nullable(),
  /** The entries' sequence numbers, as PostgreSQL writes a multirange. */
  seqs: z.string().nullable(),
  entries: z.number().nullable(),
  /** sha256 over the entries' digests in the order of their numbers. */
  entriesDigest: z.instanceof(Buffer).nullable(),
  /** True where the entries have salts; null where they were recorded before there were any, and in notes. */
  salted: z.literal(true).nullable(),
  /** End of the pruned months, in a note of pruning, which seals no entries. */
  prunedBefore: z.string().nullable(),
  /** Number of the first seal that was left, in a note. */
  begins: z.number().nullable(),
  /** Fault of the head when this seal was made, in a note of it. */
  broken: z.string().nullable(),
  /** Digest of the seal before this one; of nothing for the first. */
  previous: z.instanceof(Buffer),
  digest: z.instanceof(Buffer),
  /** Identifies a key without revealing it. */
  keyId: z.string(),
  mac: z.instanceof(Buffer),
})
export type Seal = z.infer<typeof sealRow>

export const sealColumns = `number, sealed_at as "sealedAt", to_char(month, 'YYYY-MM-DD') as month, seqs::text, entries,
  entries_digest as "entriesDigest", salted, pruned_before as "prunedBefore", begins, broken, previous, digest,
  key_id as "keyId", mac`

/** Digest that the first seal follows. */
export const FIRST_PREVIOUS = createHash('sha256').update('trellis audit').digest()

export class SealKey {
  readonly #key: Buffer
  readonly id: string

  constructor(sessionKey: Buffer) {
    this.#key = Buffer.from(hkdfSync('sha256', sessionKey, '', 'trellis audit seals', 32))
    this.id = this.#mac('id').toString('hex').slice(0, 16)
  }

  #mac(text: string | Buffer): Buffer {
    return createHmac('sha256', this.#key).update(text).digest()
  }

  /** Signs a seal with this digest. */
  macOf(digest: Buffer): Buffer {
    return this.#mac(digest)
  }

  /** Signs the head, which says that the seal with this digest is the last one. */
  macOfHead(digest: Buffer): Buffer {
    return this.#mac(Buffer.concat([Buffer.from('head'), digest]))
  }
}

/** The digest that a seal must have. */
export function digestOfSeal(seal: Omit<Seal, 'digest' | 'keyId' | 'mac'>): Buffer {
  const { number, sealedAt, month, seqs, entries, entriesDigest, prunedBefore, begins, previous } = seal
  const content = [number, sealedAt, month, seqs, entries, entriesDigest?.toString('hex'), prunedBefore, begins]
  // Seals of before know neither, and stay what they are.
  const more = seal.salted === null && seal.broken === null ? [] : [seal.salted, seal.broken]
  return createHash('sha256')
    .update(previous)
    .update(JSON.stringify([...content, ...more]))
    .digest()
}

/** Says which seal is the last one. */
export const headRow = z.object({
  /** 0 before there is any. */
  number: z.number(),
  /** Empty until the platform starts for the first time. */
  mac: z.instanceof(Buffer),
})
export type Head = z.infer<typeof headRow>

/** Describes the fault of the head of a chain that ends with this seal. */
export function headProblem(head: Head | undefined, newest: Seal | undefined, key: SealKey): string | undefined {
  const last = newest?.number ?? 0
  if (!head) return 'The note of which seal is the last was removed.'
  if (head.number > last) {
    return head.number === last + 1
      ? `Seal ${head.number}, the last, was removed.`
      : `Seals ${last + 1} to ${head.number}, the last, were removed.`
  }
  if (head.number < last) return `The last seal is ${last}, but the note of it says ${head.number}.`
  // Only who has the key can look at it.
  if (newest && newest.keyId !== key.id) return undefined
  if (head.mac.length === 0) return 'The note of which seal is the last is not signed.'
  const isOurs = key.macOfHead(newest?.digest ?? FIRST_PREVIOUS).equals(head.mac)
  return isOurs ? undefined : 'The note of which seal is the last was changed.'
}
