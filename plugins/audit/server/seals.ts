import { createHash, createHmac, hkdfSync } from 'node:crypto'

/**
 * The chain of seals, which makes tampering by hand show.
 *
 * An act writes its entry with a sequence number and a digest of its content, and waits for nobody. Every minute a job
 * seals the entries that are new: a seal holds which numbers it covers, how many they are, a digest over their digests
 * and the digest of the seal before it. So an entry that was changed, removed, added or moved no longer fits its seal,
 * and a seal that was changed, removed or added no longer fits the next one; the head says which seal is the last.
 *
 * All that can be computed anew by whoever may write to the database. Therefore each seal and the head carry a MAC with
 * a key derived from SESSION_KEY, which is not in the database. What remains possible: to rewrite everything with that
 * key; to put back an older state of the whole database, or of entries, seals and head together; and to remove entries
 * that are younger than the last seal. Against the first two helps a head that somebody noted elsewhere
 * (`audit verify --json` prints it, `--head` asks for it). A young entry that was changed is found by its own digest.
 */
export interface Seal {
  number: number
  sealedAt: string
  /** In which the sealed entries were made (UTC), `2026-11-01`: seals do not span months, which are pruned whole. */
  month: string | null
  /** The entries' sequence numbers, as PostgreSQL writes a multirange. */
  seqs: string | null
  entries: number | null
  /** sha256 over the entries' digests in the order of their numbers. */
  entriesDigest: Buffer | null
  /** Of a note of what was pruned, which seals no entries: those of months that end by then were dropped. */
  prunedBefore: string | null
  /** Of a note: the number of the first seal that was left. */
  begins: number | null
  /** Digest of the seal before this one; of nothing for the first. */
  previous: Buffer
  digest: Buffer
  /** Tells keys apart without telling the key. */
  keyId: string
  mac: Buffer
}

export const sealColumns = `number, sealed_at as "sealedAt", to_char(month, 'YYYY-MM-DD') as month, seqs::text, entries,
  entries_digest as "entriesDigest", pruned_before as "prunedBefore", begins, previous, digest, key_id as "keyId", mac`

/** What the first seal follows. */
export const NOTHING = createHash('sha256').update('trellis audit').digest()

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

  /** Of a seal with this digest. */
  macOf(digest: Buffer): Buffer {
    return this.#mac(digest)
  }

  /** Of the head, which says that the seal with this digest is the last one. */
  macOfHead(digest: Buffer): Buffer {
    return this.#mac(Buffer.concat([Buffer.from('head'), digest]))
  }
}

/** The digest that a seal must have. */
export function digestOfSeal(seal: Omit<Seal, 'digest' | 'keyId' | 'mac'>): Buffer {
  const { number, sealedAt, month, seqs, entries, entriesDigest, prunedBefore, begins, previous } = seal
  const content = [number, sealedAt, month, seqs, entries, entriesDigest?.toString('hex'), prunedBefore, begins]
  return createHash('sha256').update(previous).update(JSON.stringify(content)).digest()
}
