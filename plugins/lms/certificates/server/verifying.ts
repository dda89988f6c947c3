import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Core } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { FileAnswer } from '#core/server/http/answers.ts'
import { mount, type Unscoped } from '#core/server/http/mount.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import type { TenantAppServices } from '#plugins/tenant-app/plugin.ts'
import { certificateStates } from '../contract.ts'
import { publicContract } from '../public-contract.ts'
import { issuedRow, issuedColumns, stateColumn } from './certificate.ts'
import { getIssuer, signPayload } from './credential.ts'
import { listPublicKeys } from './keys.ts'
import { normalizeNumber } from './number.ts'
import { readCertificateFile, type ReadFile } from './read-file.ts'
import { signStatusList } from './status-list.ts'
import { renderUnknownPage, VERIFY_PAGE_POLICY, verifyPage } from './verify-page.ts'

const verifiedRow = issuedRow.extend({ state: z.enum(certificateStates), zone: z.string(), tenantId: z.uuid() })
type Found = z.infer<typeof verifiedRow>

const selectByNumber = statement(
  verifiedRow,
  `select ${issuedColumns}, ${stateColumn} as state, t.time_zone as zone, k.tenant_id as "tenantId"
    from lms_certificates k join tenants t on t.id = k.tenant_id where k.number = $number`,
)

/** Minimum milliseconds of each response, so that timing reveals nothing about a number. */
const MIN_ANSWER_MS = 60

const publicHeaders = {
  'cache-control': 'no-cache',
  // Verifiers of credentials run in pages of other origins.
  'access-control-allow-origin': '*',
}

/** Mounts the public routes. @param tenantApp undefined while it is off: every student counts as a child then */
export const publicRoutes = (tenantApp: TenantAppServices | undefined) =>
  mount(publicContract, {
    verify: async (unscoped, number) => {
      const [answer] = await Promise.all([renderShownPage(unscoped, number, tenantApp), setTimeout(MIN_ANSWER_MS)])
      return answer
    },
    verifyFile: async (unscoped, number, upload) => {
      const read = await readCertificateFile(unscoped.core, await upload.bytes())
      const [answer] = await Promise.all([
        renderShownPage(unscoped, number, tenantApp, read),
        setTimeout(MIN_ANSWER_MS),
      ])
      return answer
    },
    did: async ({ core }) => {
      const keys = await core.db.platform(systemActor, listPublicKeys)
      const id = getIssuer(core.env)
      const methods = keys.map(({ id: key, algorithm, publicKey }) => ({
        id: `${id}#${key}`,
        type: 'JsonWebKey',
        controller: id,
        publicKeyJwk: { ...publicKey, kid: key, alg: algorithm, use: 'sig' },
      }))
      const document = {
        '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/jwk/v1'],
        id,
        verificationMethod: methods,
        assertionMethod: methods.map((method) => method.id),
      }
      return new FileAnswer('application/did+json', Buffer.from(JSON.stringify(document)), publicHeaders)
    },
    credentialStatus: async ({ core }, name) => {
      const list = await core.db.platform(systemActor, (scope) => signStatusList(scope, name))
      if (!list) throw notFound('List')
      const issuer = getIssuer(core.env)
      const jwt = await signPayload(core, {
        ...list,
        issuer,
        iss: issuer,
        nbf: Math.floor(core.clock.now().getTime() / 1000),
      })
      return new FileAnswer('application/vc+jwt', Buffer.from(jwt), publicHeaders)
    },
  })

/** Renders the page of a number. @param read uploaded file: if it was signed here, the page shows its certificate */
async function renderShownPage(
  { core, http }: Unscoped,
  asked: string,
  tenantApp: TenantAppServices | undefined,
  read?: ReadFile,
): Promise<FileAnswer> {
  const ofPage = normalizeNumber(asked)
  const number = read && 'number' in read ? read.number : ofPage
  const checked = read?.kind === 'signed' && number !== ofPage ? 'other' : read?.kind
  const certificate = await core.db.platform(systemActor, async (scope) => {
    const [row] = await scope.rows(selectByNumber, { number, now: core.clock.now().toISOString() })
    return row
  })
  http.reply.status(certificate ? 200 : 404)
  const page = certificate
    ? verifyPage(core.env, certificate, await getPublicName(core, certificate, tenantApp), checked)
    : // A file with a number that was never issued says nothing about the certificate.
      renderUnknownPage(checked === 'named' ? 'unreadable' : checked)
  return new FileAnswer('text/html; charset=utf-8', Buffer.from(page), {
    'content-security-policy': VERIFY_PAGE_POLICY,
    'cache-control': 'no-store',
    // The form sends its origin, which proves that it is this page’s.
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex, nofollow',
  })
}

/** Shortens a child's name to first name and initial, unless guardians allow more now. */
async function getPublicName(
  core: Core,
  certificate: Found,
  tenantApp: TenantAppServices | undefined,
): Promise<string> {
  const { isOfStudent, userId, recipient, shortRecipient, tenantId } = certificate
  if (!isOfStudent) return recipient
  if (!tenantApp || userId === null) return shortRecipient
  const isAllowed = await core.db.tenant(tenantId, systemActor, (scope) => tenantApp.mayBeNamed(scope, userId))
  return isAllowed ? recipient : shortRecipient
}
