import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { z } from 'zod'
import type { Env } from '#config/env.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { originOf } from '#core/server/tenancy/origin.ts'

/** Minimum entries of a list, so that it does not reveal whose credential is checked (W3C Bitstring Status List 1.0). */
const LIST_SIZE = 131_072

const getListUrl = (env: Env, list: number) => `${originOf(env, null)}/api/credentials/status/${list}`

/** Builds the entry of a credential in the status list. @param place of its certificate among all */
export function buildStatusEntry(env: Env, place: number) {
  const [list, index] = [Math.floor(place / LIST_SIZE), place % LIST_SIZE]
  return {
    id: `${getListUrl(env, list)}#${index}`,
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: String(index),
    statusListCredential: getListUrl(env, list),
  }
}

const selectEndedEntries = statement(
  z.object({ index: z.number().int() }),
  `select (place - $first::bigint)::int as index from lms_certificates
    where place >= $first::bigint and place < $first::bigint + ${LIST_SIZE} and (revoked_at is not null or replaced_at is not null)`,
)

const existsInList = statement(
  z.object({ isThere: z.boolean() }),
  `select exists (select from lms_certificates where place >= $first::bigint) as "isThere"`,
)

/** Signs a status list as a credential; undefined if no certificate has a place in it yet. */
export async function signStatusList(scope: PlatformScope, list: number): Promise<object | undefined> {
  const first = list * LIST_SIZE
  const [place] = await scope.rows(existsInList, { first })
  if (list > 0 && !place?.isThere) return undefined
  const bits = Buffer.alloc(LIST_SIZE / 8)
  // The first entry is the leftmost bit of the first byte.
  for (const { index } of await scope.rows(selectEndedEntries, { first })) {
    const byte = index >> 3
    bits[byte] = (bits[byte] ?? 0) | (0x80 >> (index & 7))
  }
  const id = getListUrl(scope.core.env, list)
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    validFrom: `${scope.core.clock.now().toISOString().slice(0, 19)}Z`,
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: `u${(await promisify(gzip)(bits)).toString('base64url')}`,
    },
  }
}
