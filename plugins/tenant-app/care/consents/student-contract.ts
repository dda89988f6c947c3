import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { admins, staff } from '../../contract.ts'
import { guardians } from '../../base/families/contract.ts'
import { viewReason } from '../../base/ledger/contract.ts'
import { consentKind, consentState, person } from './contract.ts'

const version = z.number().int()

/** State of a consent that is asked for a student. */
export const studentConsent = z.object({
  id,
  kind: consentKind,
  title: z.string(),
  state: consentState,
  expiresOn: z.string().nullable(),
})
export type StudentConsent = z.infer<typeof studentConsent>

export const answer = z.enum(['given', 'refused', 'withdrawn'])
export type ConsentAnswer = z.infer<typeof answer>

/** One past answer, as it was recorded. */
export const pastAnswer = z.object({
  id,
  consentId: id,
  title: z.string(),
  version,
  answer,
  guardianName: z.string(),
  method: z.enum(['portal', 'paper']),
  /** Name of the user who recorded a paper answer. */
  recordedBy: z.string().nullable(),
  answeredAt: instant,
  expiresOn: z.string().nullable(),
})
export type PastAnswer = z.infer<typeof pastAnswer>

export const paperAnswer = z.object({
  guardianId: z.uuid('Please select a guardian'),
  answer: z.enum(['given', 'refused'], 'Please select an answer'),
})

/** A consent for a guardian of the child to read and answer. */
export const askedConsent = z.object({
  id,
  kind: consentKind,
  title: z.string(),
  body: z.string(),
  version,
  state: consentState,
  /** Last day of a given consent. */
  expiresOn: z.string().nullable(),
  /** True if it needs an answer: not given, or ending soon. */
  isOpen: z.boolean(),
  /** The caller's own last answer, even if it no longer counts. */
  own: z.object({ answer, version, answeredAt: instant, method: z.enum(['portal', 'paper']) }).nullable(),
})
export type AskedConsent = z.infer<typeof askedConsent>

/** Answer in the portal; `version` is that of the text that was read. */
export const portalAnswer = z.object({ answer, version })

const studentParams = z.object({ id })
const studentConsentParams = z.object({ id, consentId: id })

/** Consents of one child: their states, and its guardians' answers. */
export const studentConsentsContract = {
  listStudentConsents: endpoint({
    method: 'GET',
    path: '/api/students/{id}/consents',
    summary: 'The consents that are asked of a student, with a word of how each stands',
    access: staff,
    params: studentParams,
    response: z.array(studentConsent),
  }),
  openStudentConsents: endpoint({
    method: 'POST',
    path: '/api/students/{id}/consents/open',
    summary:
      'The same with every answer of the past, the last 1000; kept in the ledger, for platform staff with a reason',
    unaudited: 'The ledger keeps it',
    access: { ...admins, whileReadOnly: true },
    params: studentParams,
    body: viewReason,
    response: z.object({ consents: z.array(studentConsent), answers: z.array(pastAnswer) }),
  }),
  consentGuardians: endpoint({
    method: 'GET',
    path: '/api/students/{id}/consents/guardians',
    summary: 'Who can answer for a student, in the order of contact',
    access: admins,
    params: studentParams,
    response: z.array(person),
  }),
  recordPaperAnswer: endpoint({
    method: 'POST',
    path: '/api/students/{id}/consents/{consentId}/paper',
    summary: 'Record an answer that a guardian has signed on paper',
    audit: 'consent.answered',
    access: { ...admins, whileReadOnly: true },
    params: studentConsentParams,
    body: paperAnswer,
    response: 'none',
  }),
  listAskedConsents: endpoint({
    method: 'GET',
    path: '/api/children/{id}/consents',
    summary: 'What the caller is asked to allow for a child of theirs, what waits for an answer first',
    access: guardians,
    params: studentParams,
    response: z.array(askedConsent),
  }),
  answerConsent: endpoint({
    method: 'POST',
    path: '/api/children/{id}/consents/{consentId}',
    summary: 'Give, refuse or withdraw a consent for a child of the caller’s',
    audit: 'consent.answered',
    unaudited: 'Where the caller has answered the same before',
    access: { ...guardians, whileReadOnly: true },
    params: studentConsentParams,
    body: portalAnswer,
    response: askedConsent,
  }),
} as const
