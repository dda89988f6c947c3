import { z } from 'zod'
import { boundedJson } from '#core/contract/bounded-json.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, line, requiredText, text } from '#core/contract/fields.ts'
import { difficulty } from '#plugins/tenant-app/base/projects/contract.ts'

/** Access of editors: super admins write the platform's modules on its host, admins their organization's on theirs. */
export const editors = { who: ['superadmin', 'tenant_admin'], hosts: 'both', scope: 'host' } as const
/** Instructors read the modules that train them. */
const readers = { ...editors, who: [...editors.who, 'instructor'] } as const

export const sectionTypes = [
  'overview',
  'instruction',
  'practice',
  'assessment',
  'resource',
  'build',
  'competition',
] as const
const sectionType = z.enum(sectionTypes, 'Please select a type')
export type SectionType = z.infer<typeof sectionType>

export const frameworks = ['addie', 'custom'] as const
const framework = z.enum(frameworks, 'Please select a framework')

export const resourceTypes = ['template', 'video', 'document', 'link', 'image'] as const
const resourceType = z.enum(resourceTypes, 'Please select a type')

/** Maximum entries of each list in a module. */
export const MAX_LIST_ENTRIES = 50
export const MAX_OPTIONS = 8
export const MAX_SECTIONS = 40
/** Maximum modules of a project. */
export const MAX_MODULES = 50
/** Maximum minutes of a module or a section. */
const MAX_MINUTES = 100_000

const entries = z
  .array(line(500))
  .max(MAX_LIST_ENTRIES, `At most ${MAX_LIST_ENTRIES}`)
  .transform((lines) => lines.filter((entry) => entry !== ''))

const whole = z.number('Not a number').int('Not a whole number')

/** Address on the web. */
const webAddress = z
  .string()
  .trim()
  .max(2000, 'At most 2000 characters')
  .refine(
    (value) => URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol),
    'Must be a valid URL',
  )

const quizQuestion = z
  .object({
    question: requiredText(1000, 'Question is required'),
    options: z
      .array(requiredText(500, 'Fill in the option, or remove it'))
      .min(2, 'At least two options')
      .max(MAX_OPTIONS, `At most ${MAX_OPTIONS} options`),
    /** Index, from 0. */
    correctAnswer: whole.min(0, 'Choose the right answer'),
  })
  .refine(({ options, correctAnswer }) => correctAnswer < options.length, {
    error: 'Choose the right answer',
    path: ['correctAnswer'],
  })

/** Content of a section; `sectionDefaults` has the fields of each type, others stay when the type is changed. */
const sectionContent = z
  .object({
    text: text(20_000),
    checklistItems: entries,
    reflectionPrompts: entries,
    mediaUrl: z.union([z.literal(''), webAddress]),
    quizQuestions: z.array(quizQuestion).max(MAX_LIST_ENTRIES, `At most ${MAX_LIST_ENTRIES}`),
    materials: entries,
    steps: entries,
    rules: entries,
    scoringCriteria: entries,
    /** Minutes; 0: no limit. */
    timeLimit: whole.min(0, 'At least 0').max(MAX_MINUTES, `At most ${MAX_MINUTES}`),
    teamSize: whole.min(1, 'At least 1').max(100, 'At most 100'),
  })
  .partial()

export const givenSection = z.object({
  /** Id; a new section gets one. Instructors' answers are stored under it. */
  id: id.optional(),
  title: requiredText(200, 'Section title is required'),
  type: sectionType,
  /** Minutes. */
  duration: z
    .number('Duration must be at least 1 minute')
    .int('Not a whole number')
    .min(1, 'Duration must be at least 1 minute')
    .max(MAX_MINUTES, `At most ${MAX_MINUTES}`)
    .default(10),
  content: sectionContent.default({}),
  interactive: z.boolean().default(false),
  required: z.boolean().default(false),
})

export type GivenSection = z.output<typeof givenSection>

const resource = z.object({
  title: requiredText(200, 'Resource title is required'),
  type: resourceType.default('link'),
  url: webAddress,
  description: text(1000).default(''),
  downloadable: z.boolean().default(false),
})

const moduleFields = {
  title: requiredText(200, 'Module title is required'),
  description: text(5000).min(1, 'Module description is required'),
  /** Minutes. */
  estimatedDuration: z
    .number('Duration must be at least 5 minutes')
    .int('Not a whole number')
    .min(5, 'Duration must be at least 5 minutes')
    .max(MAX_MINUTES, `At most ${MAX_MINUTES}`)
    .default(30),
  difficulty: difficulty.default('beginner'),
  framework: framework.default('addie'),
  prerequisites: entries.default([]),
  learningObjectives: entries.default([]),
  content: z
    .object({ sections: z.array(givenSection).max(MAX_SECTIONS, `At most ${MAX_SECTIONS} sections`) })
    .default({ sections: [] }),
  resources: z.array(resource).max(MAX_LIST_ENTRIES, `At most ${MAX_LIST_ENTRIES}`).default([]),
}

export const givenModule = z.object({
  /** Id of an existing module, or of the catalog's that is copied. Any other id counts as new. */
  id: id.optional(),
  ...moduleFields,
  /** Sort key; the position in the list by default. */
  order: whole.min(0, 'At least 0').max(1_000_000, 'At most 1000000').optional(),
})
export type GivenModule = z.output<typeof givenModule>

/** Maximum bytes of all modules of a project together. */
const MAX_MODULES_BYTES = 1_048_576
/** Maximum bytes of a request body with all of them. */
export const MAX_MODULES_BODY_BYTES = MAX_MODULES_BYTES + 1024

export const givenModules = boundedJson(z.array(givenModule).max(MAX_MODULES, `At most ${MAX_MODULES} modules`), {
  maxBytes: MAX_MODULES_BYTES,
  maxDepth: 12,
})

const moduleList = z.object({
  modules: givenModules,
  /** Version as it was read: with it, a save by another editor in between is a conflict. */
  version: z.number().int().optional(),
})
export type ModuleList = z.output<typeof moduleList>

const words = z.array(z.string())

const shownSection = z.object({
  id,
  title: z.string(),
  type: sectionType,
  duration: z.number().int(),
  content: z
    .object({
      text: z.string(),
      checklistItems: words,
      reflectionPrompts: words,
      mediaUrl: z.string(),
      quizQuestions: z.array(
        z.object({
          question: z.string(),
          options: words,
          /** null for callers who cannot edit the module. */
          correctAnswer: z.number().int().nullable(),
        }),
      ),
      materials: words,
      steps: words,
      rules: words,
      scoringCriteria: words,
      timeLimit: z.number().int(),
      teamSize: z.number().int(),
    })
    .partial(),
  interactive: z.boolean(),
  required: z.boolean(),
})

export const trainingModule = z.object({
  id,
  title: z.string(),
  description: z.string(),
  estimatedDuration: z.number().int(),
  difficulty,
  framework,
  prerequisites: words,
  learningObjectives: words,
  content: z.object({ sections: z.array(shownSection) }),
  resources: z.array(
    z.object({
      title: z.string(),
      type: resourceType,
      url: z.string(),
      description: z.string(),
      downloadable: z.boolean(),
    }),
  ),
  /** Number, from 1. */
  order: z.number().int(),
  /** Id of the catalog's module that it was copied from, in an organization's copy. */
  originId: id.nullable(),
  updatedAt: instant,
})
export type TrainingModule = z.output<typeof trainingModule>
export type TrainingSection = z.output<typeof shownSection>

export const projectModules = z.object({
  /** Incremented with each save; 0 before the first. */
  version: z.number().int(),
  /** True for modules of the platform, while an organization has no copy. */
  isCatalog: z.boolean(),
  modules: z.array(trainingModule),
})
export type ProjectModules = z.output<typeof projectModules>

export const modulesContract = {
  listModules: endpoint({
    method: 'GET',
    path: '/api/projects/{projectId}/training-modules',
    summary: 'Modules that train instructors for a project, in their order',
    access: readers,
    params: z.object({ projectId: id }),
    response: z.array(trainingModule),
  }),
  saveModules: endpoint({
    method: 'PUT',
    path: '/api/projects/{projectId}/training-modules',
    summary: 'Replace all modules of a project; an organization’s changes to the catalog’s become its own copy',
    audit: 'training.saved',
    unaudited: 'Where nothing differs, nothing is changed',
    access: { ...editors, needs: 'training-builder' },
    params: z.object({ projectId: id }),
    body: moduleList,
    bodyLimit: MAX_MODULES_BODY_BYTES,
    response: projectModules,
  }),
} as const
