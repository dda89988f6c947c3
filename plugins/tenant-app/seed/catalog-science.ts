import type { CatalogProject } from './catalog.ts'

/** Projects about making, coding, science and mathematics. */
export const scienceProjects: readonly CatalogProject[] = [
  {
    program: 'Robotics Foundations',
    title: 'Line-Following Robot',
    drawing: 'robot-follows-line',
    description:
      'Pairs build a small two-wheeled robot, read two light sensors and program it to follow a black line around a track, first slowly, then as fast as it can stay on it.',
    category: 'Robotics',
    difficulty: 'beginner',
    estimatedDuration: '4 sessions of 90 minutes',
    ageGroup: 'Grades 4 to 7',
    instructions:
      'Session 1: build the chassis and drive a square.\nSession 2: read the light sensors and write down what they say on black, white and the edge.\nSession 3: turn the readings into steering.\nSession 4: time trials on a track that no one has seen before.',
    learningObjectives: [
      'Explain what a sensor measures and why its readings differ from place to place',
      'Write a loop that senses, decides and acts',
      'Find a fault by changing one thing at a time',
    ],
    materials: [
      'Robot kit with two motors: 1 per pair',
      'Light sensor: 2 per pair',
      'AA batteries: 4 per pair',
      'Laptop or tablet: 1 per pair',
      'Black electrical tape: 2 rolls',
      'White poster board for the track: 6',
    ],
    prerequisites: ['Has built something from step-by-step instructions'],
    studentResources: ['Robots that sense: https://www.exploratorium.edu/snacks'],
    assessmentCriteria: [
      'The robot completes one lap without help',
      'The team can say what happens when a sensor is covered',
    ],
  },
  {
    program: 'Scratch Game Studio',
    title: 'My First Video Game',
    description:
      'Each student designs a one-button game on paper, makes it in Scratch, and watches two classmates play it without saying a word, which shows what to make clearer.',
    category: 'Coding',
    difficulty: 'beginner',
    estimatedDuration: '3 sessions of 60 minutes',
    ageGroup: 'Grades 3 to 6',
    instructions:
      'Begin on paper: who is the player, what does the button do, how does the game end? Build the smallest version that can be lost. Play-test in pairs, write down three things, change one of them.',
    learningObjectives: [
      'Use events, loops and variables for a score',
      'Plan before building, and build the smallest thing that works',
      'Give and take feedback from a play-test',
    ],
    materials: ['Laptop or tablet: 1 per student', 'Grid paper: 2 sheets per student', 'Headphones: 1 per student'],
    prerequisites: [],
    studentResources: ['Scratch: https://scratch.mit.edu'],
    assessmentCriteria: ['The game can be started, won and lost', 'One change was made because of a play-test'],
  },
  {
    program: 'Bridge Builders',
    title: 'Bridges That Hold',
    drawing: 'paper-bridge',
    description:
      'Teams design, build and load a truss bridge of craft sticks that spans 40 cm. The lightest bridge that carries ten books wins, and every team explains where its bridge gave way.',
    category: 'Engineering',
    difficulty: 'beginner',
    estimatedDuration: '3 sessions of 90 minutes',
    ageGroup: 'Grades 4 to 8',
    instructions:
      'Let teams break a flat deck first: it shows why triangles matter. Weigh every bridge before it is loaded, add one book at a time, and film the moment it fails. Hot glue is handled by adults or at a supervised table.',
    learningObjectives: [
      'Tell tension from compression in a structure',
      'Explain why triangles keep their shape',
      'Improve a design from a measured test',
    ],
    materials: [
      'Craft sticks: 60 per group of 4',
      'Wood glue: 1 bottle per group of 4',
      'Clothes pegs as clamps: 12 per group of 4',
      'Kitchen scale: 1',
      'Books of the same size: 10',
      'Safety glasses: 1 per student',
    ],
    prerequisites: [],
    studentResources: ['Building big, kinds of bridges: https://www.pbs.org/wgbh/buildingbig/bridge/basics.html'],
    assessmentCriteria: ['The bridge spans 40 cm by itself', 'The team says where it failed and what it would change'],
  },
  {
    program: 'Young Chemists Lab',
    title: 'Kitchen Chemistry',
    description:
      'Acids, bases and crystals from what is in a kitchen. Students make an indicator of red cabbage, test ten liquids, and grow crystals that they measure for a week.',
    category: 'Science',
    difficulty: 'beginner',
    estimatedDuration: '2 sessions of 75 minutes and a week of watching',
    ageGroup: 'Grades 3 to 6',
    instructions:
      'Glasses on before anything is opened. No one tastes anything. Students predict each color before they test, and write the prediction down. Set the crystals up in the first session and measure them in the second.',
    learningObjectives: [
      'Sort liquids into acids, bases and neutral ones by an indicator',
      'Keep a lab notebook that someone else can follow',
      'Work safely and leave a clean table',
    ],
    materials: [
      'Red cabbage: 1 per 8 students',
      'Clear cups: 10 per group of 3',
      'White vinegar: 2 l',
      'Baking soda: 500 g',
      'Alum: 100 g per group of 3',
      'Safety glasses: 1 per student',
      'Pipettes: 2 per group of 3',
    ],
    prerequisites: ['The safety talk at the beginning'],
    studentResources: ['Science snacks: https://www.exploratorium.edu/snacks'],
    assessmentCriteria: ['Predictions stand beside results', 'The notebook names what surprised the group'],
  },
  {
    program: 'Python Explorers',
    title: 'Drawing with Python',
    description:
      'From a square to a snowflake: students steer Python’s turtle with loops and functions, and end with a picture that no one would want to draw by hand.',
    category: 'Coding',
    difficulty: 'intermediate',
    estimatedDuration: '4 sessions of 75 minutes',
    ageGroup: 'Grades 6 to 9',
    instructions:
      'Read programs aloud before running them and predict the picture. Introduce functions when copying has become tiresome. The last session is a gallery walk: each picture beside the shortest program that draws it.',
    learningObjectives: [
      'Replace repetition with loops and functions',
      'Predict what a short program does before running it',
      'Read an error message and find its line',
    ],
    materials: ['Laptop: 1 per student', 'Printed command card: 1 per student'],
    prerequisites: ['Can type and save a file', 'Has used variables in any language, Scratch included'],
    studentResources: ['Turtle graphics: https://docs.python.org/3/library/turtle.html'],
    assessmentCriteria: ['Uses a function with a parameter', 'Explains a mistake that was found and mended'],
  },
  {
    program: 'Math Circle',
    title: 'Puzzles Worth an Hour',
    drawing: 'chessboard',
    description:
      'Problems with a low floor and a high ceiling: bridges of Königsberg, tilings, parity tricks and games with a winning strategy. No one is done when the answer is found; they are done when others believe it.',
    category: 'Mathematics',
    difficulty: 'advanced',
    estimatedDuration: '1 session of 60 minutes for each puzzle',
    ageGroup: 'Grades 5 to 10',
    instructions:
      'Play before you explain. Ask “how do you know?” of right answers as well. Keep a wall of conjectures; those that were refuted stay up, with the name of who did it.',
    learningObjectives: [
      'Try small cases and look for what stays the same',
      'Tell an example from a proof',
      'Explain a strategy so that someone else can use it',
    ],
    materials: ['Squared paper: 4 sheets per student', 'Counters: 20 per pair', 'Whiteboard markers: 1 per pair'],
    prerequisites: [],
    studentResources: ['Problems to think about: https://nrich.maths.org'],
    assessmentCriteria: ['Makes a conjecture and tests it', 'Convinces a partner who doubts'],
  },
  {
    program: 'Rocketry Club',
    title: 'Water Rockets',
    drawing: 'water-rocket',
    description:
      'Teams design fins, choose how much water to load and find out by measured launches why one rocket flies higher than the other. The last flight brings an egg home whole.',
    category: 'Space and Flight',
    difficulty: 'intermediate',
    estimatedDuration: '4 sessions of 90 minutes',
    ageGroup: 'Grades 5 to 9',
    instructions:
      'Launch outdoors alone, with a marked line ten metres back and one adult at the pump. Change one thing between flights. Measure the height with the angle finder from 30 m away.',
    learningObjectives: [
      'Describe thrust by action and reaction',
      'Change one variable and keep the others',
      'Find a height from an angle and a distance',
    ],
    materials: [
      'Plastic bottle, 1.5 l: 2 per group of 3',
      'Corrugated plastic for fins: 1 sheet per group of 3',
      'Duct tape: 1 roll per 4 students',
      'Eggs: 1 per group of 3',
      'Launcher with pump: 1',
      'Safety glasses: 1 per student',
      'Angle finder: 3',
    ],
    prerequisites: ['Consent for outings, where the launch site is elsewhere'],
    studentResources: ['Beginner’s guide to rockets: https://www.grc.nasa.gov/www/k-12/rocket/'],
    assessmentCriteria: [
      'Three flights are recorded with what was changed',
      'The egg lands whole, or the team knows why not',
    ],
  },
]
