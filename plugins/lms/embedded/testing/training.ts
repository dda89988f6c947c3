import type { Client } from '#core/testing/harness.ts'

const newSection = (title: string, type: string, content: object) => ({
  title,
  type,
  duration: 10,
  required: true,
  content,
})

/** Builds a training module with a text, a quiz, a build step and a resource. */
export const newModule = (title: string, given: object = {}) => ({
  title,
  description: 'What to know & do. Then build.',
  learningObjectives: ['Name risks'],
  content: {
    sections: [
      newSection('Read <this', 'instruction', {
        text: 'First & foremost <b>goggles</b>.',
        mediaUrl: 'https://www.youtube.com/watch?v=abcdefghijk',
        steps: ['Look', 'Leave'],
      }),
      newSection('Check', 'assessment', {
        quizQuestions: [{ question: 'What protects eyes?', options: ['Gloves', 'Goggles'], correctAnswer: 1 }],
      }),
      newSection('Make it', 'build', { checklistItems: ['Cut', 'Glue'] }),
    ],
  },
  resources: [{ title: 'Sheet', url: 'https://example.org/sheet.pdf', description: 'To print' }],
  ...given,
})

/** Creates a project with these modules. @returns its id */
export async function saveModules(by: Client, title: string, modules: readonly object[]): Promise<string> {
  const project = await by.post('/api/projects', { title, description: 'What we make' })
  const { id } = project.body as { id: string }
  const answer = await by.put(`/api/projects/${id}/training-modules`, { modules })
  if (answer.status !== 200) throw new Error(`It answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return id
}
