declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Grant {
    addOIDCScope: (scope: string) => void
    save: () => Promise<string>
  }

  interface Context {
    oidc: { session?: { accountId: string }; client?: { clientId: string } }
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    Grant: new (subject: { accountId: string | undefined; clientId: string | undefined }) => Grant
    callback: () => (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished: (
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options?: { mergeWithLastSubmission?: boolean },
    ) => Promise<void>
    on: (event: string, listener: (...given: unknown[]) => void) => this
  }

  export type { Context }
}
