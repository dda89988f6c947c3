import { declareEnvironment } from '#config/env.ts'
import { flag } from '#config/variables.ts'

interface LmsEnvironment {
  /** Allows a Frappe site on this machine or in a private network. */
  frappeAllowPrivate: boolean
  /** Allows sending the key of a Frappe site unencrypted to other machines. */
  frappeAllowHttp: boolean
  /** Allows external tools (LTI) on this machine or in a private network, and by http. */
  ltiAllowPrivate: boolean
}

export const lmsEnvironment = declareEnvironment({
  variables: {
    FRAPPE_ALLOW_PRIVATE: flag
      .default(false)
      .describe('`1` allows a Frappe LMS site on this machine or in the network around it'),
    FRAPPE_ALLOW_HTTP: flag
      .default(false)
      .describe('`1` allows the key of the Frappe LMS site to be sent to another machine unencrypted'),
    LTI_ALLOW_PRIVATE: flag
      .default(false)
      .describe('`1` allows external tools (LTI) on this machine or in the network around it, and by http'),
  },
  read: (values): LmsEnvironment => ({
    frappeAllowPrivate: values.FRAPPE_ALLOW_PRIVATE,
    frappeAllowHttp: values.FRAPPE_ALLOW_HTTP,
    ltiAllowPrivate: values.LTI_ALLOW_PRIVATE,
  }),
})
