import type { ConsentKind } from '../care/consents/contract.ts'

/** Texts of the demo data: believable programs, names and remarks. */
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
    description: 'Safe experiments with acids, crystals and colors, each written up in a lab notebook.',
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

export const conditions = [
  {
    kind: 'food-allergy',
    name: 'Peanuts',
    risk: 'high',
    triggers: 'Nuts and whatever may contain traces of them',
    reaction: 'Swelling of the face, trouble breathing',
    response: 'Give the EpiPen at once, then call the emergency services and the guardians.',
    medication: 'EpiPen',
    medicationPlace: 'Red pouch in the backpack',
  },
  {
    kind: 'insect-allergy',
    name: 'Bee stings',
    risk: 'medium',
    triggers: 'Stings outdoors',
    reaction: 'Strong swelling',
    response: 'Cool it, give the antihistamine, watch the breathing.',
    medication: 'Antihistamine',
    medicationPlace: 'First-aid kit of the office',
  },
  {
    kind: 'condition',
    name: 'Asthma',
    risk: 'medium',
    triggers: 'Running in cold air, dust',
    reaction: 'Coughing, short of breath',
    response: 'Sit upright, two puffs from the inhaler, again after four minutes.',
    medication: 'Inhaler',
    medicationPlace: 'Front pocket of the backpack',
  },
]

export interface ConsentText {
  kind: ConsentKind
  title: string
  body: string
  /** null for one without an end. */
  expiresAfterMonths: number | null
}

export const consentTexts: readonly ConsentText[] = [
  {
    kind: 'photo',
    title: 'Photos in our rooms',
    body: 'We take photos of the children at work and of what they build.\nThey hang in our rooms and are shown to the families of the group. No one else gets them.',
    expiresAfterMonths: 12,
  },
  {
    kind: 'media-publication',
    title: 'Photos for all families and our website',
    body: 'We show some photos of our programs to all families of the organization, on our website and in our newsletter, never with a last name.\nWhat has been printed cannot be called back; on the website a photo is removed as soon as you withdraw.',
    expiresAfterMonths: 12,
  },
  {
    kind: 'outings',
    title: 'Outings on foot and by bus',
    body: 'Groups leave the building for short outings, with two adults at least. You are told where and when a week before.',
    expiresAfterMonths: 12,
  },
  {
    kind: 'medical-treatment',
    title: 'Treatment in an emergency',
    body: 'When a child is hurt and no one of you can be reached, we may have a doctor treat it as far as that cannot wait.',
    expiresAfterMonths: null,
  },
  {
    kind: 'account',
    title: 'An account for your child',
    body: 'Your child gets an account with which it sees its own sessions, points and feedback. It can write to no one with it.',
    expiresAfterMonths: null,
  },
]
