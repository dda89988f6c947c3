const split = (words: string) => words.split(' ')

export const firstNames = split(
  'Aaliyah Aaron Abigail Adrian Aisha Alejandro Alice Amara Amelia Andre Anita Anna Arjun Aurora Ava Beatriz Benjamin Bianca Caleb Camila Carlos Charlotte Chloe Daniel Daria David Diego Elena Elijah Emma Ethan Fatima Felix Gabriel Grace Hana Hannah Henry Ibrahim Imani Isabella Isaiah Jada James Jasmine Javier Jonah Josephine Julian Kai Keisha Kenji Laila Leo Liam Lucia Lucas Malik Maria Mateo Maya Mei Mia Miguel Mina Naomi Nathan Nia Noah Nora Oliver Olivia Omar Priya Quinn Rafael Ravi Rosa Ruth Samir Samuel Sara Sofia Theo Thomas Valentina Victor Wei William Yara Yuki Zara Zoe',
)

export const lastNames = split(
  'Adams Aguilar Ahmed Alvarez Anderson Bailey Baker Banerjee Barnes Bell Bennett Brooks Brown Campbell Carter Castillo Chan Chen Clark Coleman Collins Cooper Cruz Davis Diaz Dubois Edwards Evans Fernandez Fischer Fleming Flores Foster Garcia Gomez Gonzalez Gray Green Gupta Hall Harris Hassan Hayes Henderson Hernandez Hill Hoffman Howard Hughes Ibrahim Jackson James Jenkins Johnson Jones Kaur Kelly Khan Kim King Kowalski Kumar Lee Lewis Li Lopez Martin Martinez Mbeki Mendoza Miller Mitchell Moore Morales Morgan Murphy Nakamura Nelson Nguyen Novak Okafor Olsen Ortiz Osei Owens Park Patel Perez Peterson Phillips Powell Price Ramirez Reed Reyes Richardson Rivera Roberts Robinson Rodriguez Rojas Rossi Russell Sanchez Sanders Santos Schmidt Scott Shah Silva Simmons Singh Smith Stewart Sullivan Suzuki Tanaka Taylor Thomas Thompson Torres Tran Turner Walker Wang Ward Washington Watson White Williams Wilson Wong Wood Wright Yamamoto Young Zhang Zimmerman',
)

export const placeNames = split(
  'Alder Amber Ashford Bayside Beacon Birch Blue Bridgeport Brook Canyon Cedar Clear Cobalt Copper Coral Crescent Crest Delta Eagle Eastside Elm Evergreen Fairview Falcon Foothill Forest Garden Glen Golden Granite Greenfield Harbor Hawthorn Highland Hillcrest Horizon Iron Juniper Lakeside Laurel Lincoln Magnolia Maple Meadow Midtown Mission Northgate Oak Orchard Pacific Pine Pioneer Prairie Quarry Redwood Ridge River Riverside Rosewood Sierra Silver Skyline Southside Spring Stone Summit Sunrise Timber Valley Vista Walnut Westfield Willow Woodland',
)

export const programNames = [
  'Academy of Science',
  'Arts Collective',
  'Coding Club',
  'Community School',
  'Debate League',
  'Maker Space',
  'Math Circle',
  'Music Academy',
  'Robotics',
  'School District',
  'Science Center',
  'STEM Academy',
  'Summer Institute',
  'Youth Center',
  'Youth Orchestra',
]

export const sessionNames = [
  'Bridge Building',
  'Chess for Beginners',
  'Creative Writing',
  'Game Design',
  'Intro to Python',
  'Public Speaking',
  'Robot Arm Workshop',
  'Rocket Lab',
  'Stage and Sound',
  'Water Quality Field Trip',
]

export const rooms = ['Room 12', 'Room 204', 'Main Hall', 'Lab A', 'Lab B', 'Library', 'Workshop', 'Online']
