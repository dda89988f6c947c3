import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import type { CheckedPart, Condition, conditionKinds, HealthField, riskLevels } from '../contract.ts'

export const partNames: Record<CheckedPart, string> = {
  alert: 'What must staff do at once?',
  notes: 'Medical notes',
  medication: 'Regular medication',
  emergency: 'Emergency contact',
  doctor: 'Doctor',
  insurance: 'Insurance',
  conditions: 'Allergies and conditions',
}

export const fieldNames: Record<HealthField, string> = {
  responseLine: 'What must staff do at once?',
  medicalNotes: 'Medical notes',
  medication: 'Regular medication',
  emergencyContact: 'Who to call',
  emergencyPhone: 'Phone',
  doctorName: 'Name',
  doctorPhone: 'Phone',
  insuranceCompany: 'Company',
  insuranceNumber: 'Number',
}

export const kindNames: Record<(typeof conditionKinds)[number], string> = {
  'food-allergy': 'Food allergy',
  'insect-allergy': 'Insect allergy',
  'drug-allergy': 'Drug allergy',
  condition: 'Condition',
}

export const riskLabels: Record<(typeof riskLevels)[number], { label: string; tone: BadgeTone }> = {
  low: { label: 'Low risk', tone: 'neutral' },
  medium: { label: 'Medium risk', tone: 'amber' },
  high: { label: 'High risk', tone: 'red' },
}

/** Labels of a condition's details beside its name, kind and risk. */
export const conditionDetails = {
  response: 'What to do',
  triggers: 'Triggers',
  reaction: 'Reaction',
  medication: 'Medication',
  medicationPlace: 'Where it is',
} as const satisfies Partial<Record<keyof Condition, string>>
