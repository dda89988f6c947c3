import type { EndpointAnswer, EndpointCall, EndpointSpec } from '#core/contract/endpoint.ts'
import { MAKER_HEADER, UNATTENDED_HEADER } from '#core/contract/identity.ts'
import { PLAN_UPGRADE_HEADER } from '#core/contract/limits.ts'
import type { PageOf } from '#core/contract/paging.ts'
import { t } from './text.ts'
import { noteAnswer } from './answers.ts'
import { ApiError, refusalError, unreachableError } from './apiError.ts'
import { isUnattended } from './attendance.ts'
import { askForConfirmation } from './confirmation.ts'
import { takeEarlyRead } from './earlyReads.ts'
import { announceRefusal } from './refusals.ts'
import { sendFile } from './sendFile.ts'
import { announceUpgrade, askForUpgrade } from './upgradeConsent.ts'

type OptionalWherePossible<T> = { [K in keyof T as object extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as object extends T[K] ? K : never]?: T[K]
}

/** @param share 0 to 1 of the file that has been sent */
export type OnProgress = (share: number) => void

/** Input of a call: the parts that the endpoint declares; those in which nothing is required may be left out. */
export type Input<E extends EndpointSpec> = OptionalWherePossible<EndpointCall<E>> &
  Pick<AnyInput, 'madeBy'> &
  (E extends { upload: object } ? { file: File; onProgress?: OnProgress } : unknown)

/** The input as the arguments of a function: left out when nothing is required. */
export type InputArgs<E extends EndpointSpec> = object extends Input<E> ? [input?: Input<E>] : [input: Input<E>]

/** Response of a call: the contract's shape, or the bytes of an endpoint that streams a file. */
export type Answer<E extends EndpointSpec> = E['response'] extends 'file' ? Blob : EndpointAnswer<E>

export type RowOf<T> = T extends readonly (infer Row)[] ? Row : never

/** The parts of a call without their types. */
export interface AnyInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  file?: File
  onProgress?: OnProgress
  /** Id of the user who made what is sent; the server refuses it in the session of another. */
  madeBy?: string
}

/** The path with its parameters filled in, and the query. @throws when a parameter of the path is missing */
export function urlOf(spec: EndpointSpec, { params = {}, query = {} }: AnyInput): string {
  const path = spec.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (params[name] === undefined) throw new Error(`${spec.path} needs the parameter ${name}`)
    return encodeURIComponent(params[name])
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one))
    }
  }
  return search.size ? `${path}?${search}` : path
}

function bodyOf(
  spec: EndpointSpec,
  { body, file }: AnyInput,
): { body?: FormData | string; headers?: Record<string, string> } {
  if (spec.upload && file) {
    const form = new FormData()
    // Its texts come first, so that the server knows them when the file arrives.
    for (const [name, value] of Object.entries(body ?? {})) if (value !== undefined) form.append(name, String(value))
    form.append(spec.upload.field, file)
    return { body: form }
  }
  if (body === undefined) return {}
  refuseNaN(body)
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

/** Refuses a number that a field could not read, which would be sent as null. @throws ApiError invalid at its path */
function refuseNaN(value: unknown, path: readonly string[] = []): void {
  if (Number.isNaN(value)) {
    const message = t('Enter a number, as 12 or 3.5')
    throw new ApiError(message, 400, { code: 'invalid', message, fields: { [path.join('.')]: message } })
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) refuseNaN(part, [...path, name])
}

async function send(spec: EndpointSpec, input: AnyInput, signal?: AbortSignal): Promise<Response> {
  const answer = await attempt(spec, input, signal)
  // The call is repeated once the user has confirmed their identity.
  const isRepeated = isUnconfirmed(answer) && (await askForConfirmation())
  const confirmed = isRepeated ? await attempt(spec, input, signal) : answer
  const last = confirmed instanceof ApiError ? await retryUpgraded(spec, input, confirmed, signal) : confirmed
  if (last instanceof Response) return last
  announceRefusal(last)
  throw last
}

/** The call once more where it needs a larger plan and the caller agrees to that; otherwise what was refused. */
async function retryUpgraded(
  spec: EndpointSpec,
  input: AnyInput,
  refusal: ApiError,
  signal?: AbortSignal,
): Promise<Response | ApiError> {
  const plan = await askForUpgrade(refusal)
  if (plan === undefined) return refusal
  const answer = await attempt(spec, input, signal, { [PLAN_UPGRADE_HEADER]: plan })
  if (answer instanceof Response) announceUpgrade(refusal)
  return answer
}

const isUnconfirmed = (answer: Response | ApiError) => answer instanceof ApiError && answer.code === 'identity.confirm'

async function attempt(
  spec: EndpointSpec,
  input: AnyInput,
  signal?: AbortSignal,
  agreed: Record<string, string> = {},
): Promise<Response | ApiError> {
  const url = urlOf(spec, input)
  // A dashboard that refreshes itself must not keep the session of an inactive user alive.
  const unattended = spec.method === 'GET' && isUnattended() && { headers: { [UNATTENDED_HEADER]: '1' } }
  const { body, headers } = unattended ? { ...unattended, body: undefined } : bodyOf(spec, input)
  const request: RequestInit = {
    method: spec.method,
    credentials: 'include',
    signal,
    body,
    headers: { ...headers, ...agreed, ...(input.madeBy !== undefined && { [MAKER_HEADER]: input.madeBy }) },
  }
  const sent =
    input.onProgress && body instanceof FormData
      ? sendFile(url, { method: spec.method, body, headers: agreed, signal, onProgress: input.onProgress })
      : (spec.method === 'GET' && takeEarlyRead(url)) || fetch(url, request)
  const response = await sent.catch((error: unknown) => {
    // An aborted call is not a failure; TanStack Query ignores it.
    if (signal?.aborted) throw error
    throw unreachableError()
  })
  noteAnswer(response)
  if (response.ok) return response
  return refusalError(
    response,
    spec.access.who !== 'anyone' && spec.access.who !== 'device',
    spec.upload && t('Upload failed'),
  )
}

/** Scales a picture before it is sent, as phones take far larger ones than are kept. */
async function withSmallPicture(spec: EndpointSpec, input: AnyInput): Promise<AnyInput> {
  if (spec.upload?.field !== 'image' || !input.file) return input
  const { preparePicture } = await import('./preparePicture.ts')
  return { ...input, file: await preparePicture(input.file) }
}

/** Calls the endpoint once. @throws ApiError on anything but a success */
export async function callEndpoint(spec: EndpointSpec, input: AnyInput = {}, signal?: AbortSignal): Promise<unknown> {
  const response = await send(spec, await withSmallPicture(spec, input), signal)
  if (spec.response === 'file') return response.blob()
  return spec.response === 'none' || response.status === 204 ? undefined : response.json()
}

/** Calls an endpoint that answers a bare list, and reads from the headers whether there is more. */
export async function callForPage(spec: EndpointSpec, input: AnyInput, signal?: AbortSignal): Promise<PageOf<unknown>> {
  const response = await send(spec, input, signal)
  const total = response.headers.get('x-total-count')
  const next = /<([^<>]*)>; rel="?next"?/.exec(response.headers.get('link') ?? '')?.[1]
  const cursor = next && new URL(next, response.url).searchParams.get('cursor')
  return {
    rows: (await response.json()) as unknown[],
    more: next !== undefined,
    ...(cursor && { cursor }),
    ...(total !== null && { total: Number(total) }),
  }
}
