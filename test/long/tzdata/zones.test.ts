// seconds: 15
import '../../tzdata/zones.test.ts'
