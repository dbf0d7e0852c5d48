extension LaneWord {
  /// Folds `count` blocks of each message into its state.
  ///
  /// `states` has a state of eight words for each lane, one after another, in the CPU's byte order. `blocks` has a
  /// pointer for each lane. These pointers need no alignment and may be equal. A `count` of 0 changes nothing.
  @inlinable @inline(__always)
  public static func compressLanes(
    states: UnsafeMutableRawPointer, blocks: UnsafePointer<UnsafeRawPointer>, count: Int,
    constants: UnsafePointer<Word>
  ) {
    var chaining = LaneState<Self>()
    var schedule = LaneSchedule<Self>()
    load(&chaining, states)
    for block in 0..<count {
      load(&schedule, blocks, at: 16 &* MemoryLayout<Word>.size &* block)
      withUnsafeMutablePointer(to: &chaining) { compress($0, &schedule, constants, to: $0) }
    }
    store(&chaining, states)
    wipe(&schedule, byteCount: MemoryLayout<LaneSchedule<Self>>.size)
    wipe(&chaining, byteCount: MemoryLayout<LaneState<Self>>.size)
  }

  /// Runs rounds of PBKDF2 in every lane: in each, `u` becomes the digest under `outer` of its digest under `inner`,
  /// and `t` takes the exclusive or with `u`.
  ///
  /// The pointers are to a state of eight words for each lane, as in `compressLanes`; no two may overlap, except that
  /// `inner` and `outer` may. Bytes of `u` and `t` beyond `digestByteCount` are unspecified.
  /// Spec: RFC 8018, section 5.2.
  @inlinable @inline(__always)
  public static func runPBKDF2Rounds(
    inner: UnsafeRawPointer, outer: UnsafeRawPointer, u: UnsafeMutableRawPointer, t: UnsafeMutableRawPointer,
    digestByteCount: Int, rounds: Int, constants: UnsafePointer<Word>
  ) {
    typealias State = LaneState<Self>
    // One variable, used only by its address, so that the compiler makes no copies that would not be overwritten.
    var memory = (State(), State(), State(), LaneSchedule<Self>())
    withUnsafeMutablePointer(to: &memory) {
      // SAFETY: three states, and a schedule of the size of two, one after the other.
      let innerState = UnsafeMutableRawPointer($0).assumingMemoryBound(to: State.self)
      let outerState = innerState + 1
      let total = innerState + 2
      let digest = innerState + 3
      let schedule = UnsafeMutableRawPointer(digest).assumingMemoryBound(to: LaneSchedule<Self>.self)
      load(&innerState.pointee, inner)
      load(&outerState.pointee, outer)
      load(&total.pointee, t)
      load(&digest.pointee, u)
      pad(&schedule.pointee, byteCount: digestByteCount)
      let isTruncated = digestByteCount < 8 &* MemoryLayout<Word>.size
      for _ in 0..<rounds {
        compress(innerState, schedule, constants, to: digest)
        if isTruncated { pad(&schedule.pointee, byteCount: digestByteCount) }
        compress(outerState, schedule, constants, to: digest)
        total.pointee = total.pointee ^ digest.pointee
        if isTruncated { pad(&schedule.pointee, byteCount: digestByteCount) }
      }
      store(&digest.pointee, u)
      store(&total.pointee, t)
      wipe($0, byteCount: 5 &* MemoryLayout<State>.size)
    }
  }
}
