import type { CatalogProject } from './catalog.ts'

/** Projects that organizations of the demo data created themselves. */
export const ownProjects: readonly CatalogProject[] = [
  {
    title: 'Open House Exhibition',
    description:
      'Every group picks its best work, writes a label of forty words and explains it to visitors. The evening is planned, set up and cleared by the students.',
    category: 'Community',
    difficulty: 'beginner',
    estimatedDuration: '2 sessions of 60 minutes and an evening',
    ageGroup: 'All grades',
    instructions: 'Floor plan by Monday, labels by Wednesday, rehearsal on Thursday.',
    learningObjectives: ['Explain own work to someone who was not there', 'Plan an event backwards from its date'],
    materials: [
      'Label cards: 2 per student',
      'Exhibition tables: 1 per group of 4',
      'Extension cords: 6',
      'Name badges: 1 per student',
    ],
    prerequisites: ['Something that is finished'],
    studentResources: [],
    assessmentCriteria: ['The label tells what, how and why'],
  },
  {
    title: 'Neighbourhood Air Watch',
    description:
      'Students count cars, read particle sensors at three street corners for two weeks, and write to the council with what they found.',
    category: 'Environment',
    difficulty: 'advanced',
    estimatedDuration: '5 sessions of 75 minutes',
    ageGroup: 'Grades 7 to 10',
    instructions: 'Pairs go out with an adult. Readings are taken at the same minute on each corner.',
    learningObjectives: [
      'Collect data that can be compared',
      'Tell what data show from what one would like them to show',
    ],
    materials: ['Particle sensor: 3', 'Clipboard: 1 per pair', 'High-visibility vest: 1 per student'],
    prerequisites: ['Consent for outings'],
    studentResources: [],
    assessmentCriteria: ['The letter quotes the group’s own figures'],
  },
]
