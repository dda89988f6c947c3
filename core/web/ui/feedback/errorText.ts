import { t } from '../../text.ts'
import { OUTDATED_CODE } from '#core/contract/errors.ts'

/** Error of the server, as far as a form needs it; ApiError has this shape. */
export interface FieldsError {
  /** Message per field path, as `admin.email`. */
  fields?: Record<string, string>
  /** The message for people. */
  detail: string
}

export function isFieldsError(error: unknown): error is FieldsError {
  return typeof error === 'object' && error !== null && 'detail' in error && typeof error.detail === 'string'
}

/** Text to show users about anything that was thrown. */
export function errorText(error: unknown): string {
  if (isFieldsError(error)) return error.detail
  return error instanceof Error && error.message ? error.message : t('Something went wrong. Please try again.')
}

/** True if another user was faster: the response to an `updatedAt` that is not the present one. */
export function isOutdated(error: unknown): boolean {
  const { status, code } = (error ?? {}) as { status?: unknown; code?: unknown }
  return status === 409 && code === OUTDATED_CODE
}
