import { declareEnvironment, flag } from '#config/env.ts'

interface LmsEnvironment {
  /** Whether a Frappe site may be on this machine or in the network around it. */
  frappeAllowPrivate: boolean
}

export const lmsEnvironment = declareEnvironment({
  variables: { FRAPPE_ALLOW_PRIVATE: flag.default(false) },
  read: (values): LmsEnvironment => ({ frappeAllowPrivate: values.FRAPPE_ALLOW_PRIVATE }),
})
