/** Codes of OAuth 2.0 and of its bearer tokens, and those of the services. */
export type LtiError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_scope'
  | 'invalid_token'
  | 'insufficient_scope'
  | 'not_found'
  | 'conflict'
  | 'unknown_user'

/** Refuses a request of a tool, which reads a code and no sentence. */
export class LtiRefusal extends Error {
  override name = 'LtiRefusal'
  readonly status: number
  readonly code: LtiError

  constructor(status: number, code: LtiError) {
    super(code)
    this.status = status
    this.code = code
  }
}
