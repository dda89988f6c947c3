import type { CatalogProject } from './catalog.ts'

/** Projects about living together, the environment, media and art. */
export const societyProjects: readonly CatalogProject[] = [
  {
    program: 'Debate and Public Speaking',
    title: 'Two Sides, One Room',
    description:
      'Students prepare both sides of a question that touches them, draw lots for the side they argue, and learn that listening wins more than volume.',
    category: 'Communication',
    difficulty: 'intermediate',
    estimatedDuration: '5 sessions of 60 minutes',
    ageGroup: 'Grades 6 to 10',
    instructions:
      'Choose a question without a villain. Sides are drawn only after both were prepared. Every speaker begins by saying the other side’s best point in a way that the other side accepts.',
    learningObjectives: [
      'Build an argument of a claim, a reason and evidence',
      'Restate someone else’s point fairly',
      'Speak for two minutes from notes of ten words',
    ],
    materials: [
      'Index cards: 10 per student',
      'Timer: 1',
      'Flip chart paper: 1 per group of 4',
      'Markers: 2 per group of 4',
    ],
    prerequisites: [],
    studentResources: [],
    assessmentCriteria: ['Restates the other side fairly', 'Supports a claim with two pieces of evidence'],
  },
  {
    program: 'Sustainable Cities Workshop',
    title: 'A Neighbourhood for 5,000',
    description:
      'Teams plan a neighbourhood with homes, water, energy, ways to school and somewhere to play, within a budget of land and money, and defend it before a council of classmates.',
    category: 'Environment',
    difficulty: 'intermediate',
    estimatedDuration: '6 sessions of 90 minutes',
    ageGroup: 'Grades 5 to 9',
    instructions:
      'Hand out the land map and the budget first. Each team writes down whom its plan serves worst and mends that. In the last session teams sit on the council for one another.',
    learningObjectives: [
      'Weigh needs that cannot all be met',
      'Estimate water and energy from the number of people',
      'Present a plan and answer for its costs',
    ],
    materials: [
      'Land map, A1: 1 per group of 4',
      'Cardboard: 6 sheets per group of 4',
      'Scissors: 2 per group of 4',
      'Colored paper: 10 sheets per group of 4',
      'Glue sticks: 2 per group of 4',
      'Recycled packaging',
    ],
    prerequisites: [],
    studentResources: ['Sustainable cities and communities: https://www.un.org/sustainabledevelopment/cities/'],
    assessmentCriteria: ['The plan stays within land and budget', 'The team names whom it serves worst, and why'],
  },
  {
    program: 'Digital Storytelling',
    title: 'Three Minutes Close to Home',
    description:
      'A film of three minutes about someone or something near by: from an interview and a storyboard to sound, a cut and an evening when families watch.',
    category: 'Media',
    difficulty: 'intermediate',
    estimatedDuration: '6 sessions of 90 minutes',
    ageGroup: 'Grades 6 to 10',
    instructions:
      'No one is filmed who has not agreed, children only with a consent for pictures. Storyboards are approved before a camera leaves the room. Cut the sound first.',
    learningObjectives: [
      'Plan a story in eight frames',
      'Ask open questions and listen to the answers',
      'Choose what to leave out',
    ],
    materials: [
      'Camera or phone: 1 per group of 4',
      'Tripod: 1 per group of 4',
      'Microphone: 1 per group of 4',
      'Laptop with an editor: 1 per group of 4',
      'Storyboard sheet: 2 per student',
    ],
    prerequisites: ['Consent for pictures of everyone who is seen'],
    studentResources: [],
    assessmentCriteria: ['The film tells one thing in three minutes', 'Everyone who is seen or heard has agreed'],
  },
  {
    title: 'School Garden Lab',
    drawing: 'bean-growth',
    description:
      'Two beds, one question: students choose what differs between them (compost, water, shade), measure for six weeks, and eat the results.',
    category: 'Environment',
    difficulty: 'beginner',
    estimatedDuration: '6 weeks, 45 minutes a week',
    ageGroup: 'Grades 2 to 5',
    instructions:
      'Check the list of allergies before anything is tasted. Radishes and lettuce are quick enough to be seen growing. Measure on the same weekday and draw the chart together.',
    learningObjectives: [
      'Ask a question that two beds can answer',
      'Measure the same way each week and chart it',
      'Name what a plant needs',
    ],
    materials: [
      'Raised bed or large box: 2',
      'Potting soil: 120 l',
      'Radish and lettuce seeds: 10 per student',
      'Hand trowel: 1 per 3 students',
      'Watering can: 2',
      'Ruler: 1 per pair',
      'Garden gloves: 1 per student',
    ],
    prerequisites: [],
    studentResources: [],
    assessmentCriteria: ['Measured at least five times', 'Says what the two beds show, and what they do not'],
  },
  {
    title: 'Instruments from Scrap',
    description:
      'Strings, pipes and drums from what others throw away, tuned by ear and by a tuner, for a piece that the group writes and plays.',
    category: 'Music and Art',
    difficulty: 'beginner',
    estimatedDuration: '3 sessions of 75 minutes',
    ageGroup: 'Grades 1 to 5',
    instructions:
      'Begin with ears alone: which is higher, and why? Let each group make one thing that plucks, one that blows and one that is struck. Write the piece with signs of the group’s own.',
    learningObjectives: [
      'Relate pitch to length and tightness',
      'Build to a plan and tune by listening',
      'Play together from a score of one’s own',
    ],
    materials: [
      'Rubber bands: 6 per student',
      'Cardboard boxes and tubes: 3 per student',
      'Drinking straws: 4 per student',
      'Balloons: 1 per student',
      'Tape: 1 roll per 4 students',
      'Tuner or tuning app: 1',
    ],
    prerequisites: [],
    studentResources: [],
    assessmentCriteria: ['The instrument plays two different notes', 'The group plays its piece to the end'],
  },
]
