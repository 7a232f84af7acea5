// seconds: 6
import '../../../src/bookings/offered.test.ts'
