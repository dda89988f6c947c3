/** Words of the demo data: believable programs, names and remarks. */
export const firstNames = [
  'Amara', 'Liam', 'Sofia', 'Noah', 'Priya', 'Mateo', 'Chloe', 'Ethan', 'Zara', 'Lucas', 'Mei', 'Oliver', 'Fatima',
  'Jonas', 'Isla', 'Kofi', 'Nora', 'Rafael', 'Hannah', 'Omar', 'Ruby', 'Theo', 'Leila', 'Felix', 'Ava', 'Diego',
  'Yuki', 'Samuel', 'Ines', 'Caleb', 'Maya', 'Arjun', 'Elena', 'Malik', 'Grace', 'Hugo', 'Thandi', 'Oscar', 'Lucia', 'Ben',
] // prettier-ignore

export const lastNames = [
  'Okafor', 'Nguyen', 'Martinez', 'Johansson', 'Patel', 'Kim', 'Baker', 'Rossi', 'Haddad', 'Schmidt', 'Silva', 'Cohen',
  'Williams', 'Tanaka', 'Dubois', 'Mensah', 'Novak', 'Garcia', 'Murphy', 'Ali', 'Reyes', 'Larsen', 'Brown', 'Ivanova',
  'Chen', 'Adeyemi', 'Fischer', 'Lopez', 'Singh', 'Walker', 'Moreau', 'Hughes',
] // prettier-ignore

export interface Program {
  name: string
  description: string
  challenges: readonly string[]
}

export const programs: readonly Program[] = [
  {
    name: 'Robotics Foundations',
    description: 'Build and drive a first robot: motors, sensors and a simple program that follows a line.',
    challenges: ['Line Follower', 'Maze Runner'],
  },
  {
    name: 'Scratch Game Studio',
    description: 'From an idea on paper to a game that others can play by the end of the afternoon.',
    challenges: ['One-Button Game', 'Level Designer'],
  },
  {
    name: 'Bridge Builders',
    description: 'Trusses, arches and cables: teams build the lightest bridge that still carries the load.',
    challenges: ['Strongest Bridge', 'Paper Tower'],
  },
  {
    name: 'Young Chemists Lab',
    description: 'Safe experiments with acids, crystals and colours, each written up in a lab notebook.',
    challenges: ['Crystal Garden', 'Indicator Detective'],
  },
  {
    name: 'Debate and Public Speaking',
    description: 'Finding arguments, listening well, and saying it so that a room wants to hear more.',
    challenges: ['Two-Minute Speech', 'Team Debate'],
  },
  {
    name: 'Python Explorers',
    description: 'Variables, loops and functions through puzzles, pictures and small simulations.',
    challenges: ['Number Guesser', 'Turtle Art'],
  },
  {
    name: 'Sustainable Cities Workshop',
    description: 'Teams plan a neighbourhood for 5,000 people with clean energy, water and room to play.',
    challenges: ['Green Block Plan', 'Rainwater Model'],
  },
  {
    name: 'Math Circle',
    description: 'Problems that take an hour and a conversation: graphs, games, parity and proof.',
    challenges: ['Puzzle Relay', 'Proof of the Week'],
  },
  {
    name: 'Rocketry Club',
    description: 'Design, build and launch water rockets, and explain why one flew higher than the other.',
    challenges: ['Highest Flight', 'Soft Landing'],
  },
  {
    name: 'Digital Storytelling',
    description: 'Storyboards, sound and editing: a three-minute film about something close to home.',
    challenges: ['Storyboard Sprint', 'One-Minute Film'],
  },
]

export const camps = ['STEM Discovery Camp', 'Makers Week', 'Young Engineers Camp']

export const locations = [
  'Innovation Lab', 'Room 204', 'Library Annex', 'Makerspace', 'Science Wing, Lab 2', 'Community Hall', 'Online',
  'Room 117', 'Workshop B',
] // prettier-ignore

export const remarks = [
  'Worked carefully and helped the table next door.',
  'Great ideas, needs a little more time for testing.',
  'Explained the result clearly to the group.',
  'Made a real jump since last week.',
  'Asked the question that got everyone thinking.',
]

export const medicalNotes = [
  'Peanut allergy, carries an EpiPen.',
  'Asthma, inhaler in the backpack.',
  'Wears glasses for reading.',
  'Lactose intolerant.',
]
