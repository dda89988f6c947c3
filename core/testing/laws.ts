import fc from 'fast-check'

/** Cases of each law, which take it less than a second. */
const CASE_COUNT = 300
/** Cases of a law about the database, which take it about as long. */
const DATABASE_CASE_COUNT = 12
/** The same cases in every run: one that failed here does so everywhere. */
const SEED = 20_261_125

/** Fails with the smallest case that breaks the law. */
export function assertLaw<Values extends [unknown, ...unknown[]]>(law: fc.IProperty<Values>): void {
  fc.assert(law, { numRuns: CASE_COUNT, seed: SEED })
}

/** Fails as `assertLaw` does, for a law that waits. */
export async function assertAsyncLaw<Values extends [unknown, ...unknown[]]>(
  law: fc.IAsyncProperty<Values>,
): Promise<void> {
  await fc.assert(law, { numRuns: CASE_COUNT, seed: SEED })
}

/** Fails as `assertLaw` does. Each case works in the database on rows of its own. */
export async function assertDatabaseLaw<Values extends [unknown, ...unknown[]]>(
  law: fc.IAsyncProperty<Values>,
): Promise<void> {
  await fc.assert(law, { numRuns: DATABASE_CASE_COUNT, seed: SEED })
}
